-- settings: what those who manage a server have chosen, as JSON; what it does not name is as by default.
-- greeted: the moment at which the bot came into the server when it was last welcomed there.
CREATE TABLE guilds (
    guild_id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL DEFAULT '{}',
    greeted INTEGER
) STRICT;

-- Every change of a setting, the values before and after it as JSON.
CREATE TABLE settings_log (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    setting TEXT NOT NULL,
    old TEXT NOT NULL,
    new TEXT NOT NULL
) STRICT;
CREATE INDEX settings_log_guild ON settings_log (guild_id, id);

-- The theme of the pictures that only this person sees; without it they look as the server's.
ALTER TABLE players ADD COLUMN look TEXT;
