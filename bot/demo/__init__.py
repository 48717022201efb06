"""The practice table: the whole bot in a browser, without a token and without Discord.

``server.LoopbackDiscord`` is a Discord on this machine's loopback address with real HTTP and websockets; ``world`` its
state, ``gateway`` its websocket side, ``faults`` its planned misbehaviour, ``people`` what its members can do. On top
of it ``page`` shows a chat column per member, ``keeper`` remembers everything between two runs, and ``table`` runs the
real bot as a process of its own beside them. ``redirect`` is all that the bot's process needs of this package.
"""
