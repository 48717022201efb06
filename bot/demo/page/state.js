// What the page knows: a copy of the server's channels and messages, kept up to date by its socket.

export const state = {
  guild: "",
  bot: null,
  members: [],
  roles: [],
  channels: new Map(),
  messages: new Map(), // channel id -> Map(message id -> message), oldest first
  online: false,
  trouble: "",
  lost: false,
};

const listeners = new Set();

/** Hear of every change: `listen(({type, channel, message}) => ...)`. */
export function listen(listener) {
  listeners.add(listener);
}

function tell(change) {
  for (const listener of listeners) listener(change);
}

const older = (a, b) => a.length - b.length || (a < b ? -1 : 1); // ids are numbers too long for JavaScript

const handlers = {
  everything(frame) {
    Object.assign(state, { guild: frame.guild, bot: frame.bot, members: frame.members, roles: frame.roles });
    Object.assign(state, { online: frame.online, trouble: frame.trouble, lost: false });
    state.channels = new Map(frame.channels.map((channel) => [channel.id, channel]));
    state.messages = new Map(frame.channels.map((channel) => [channel.id, new Map()]));
    for (const message of frame.messages) state.messages.get(message.channel_id).set(message.id, message);
    tell({ type: "everything" });
  },
  message({ message }) {
    const place = state.messages.get(message.channel_id);
    const fresh = !place.has(message.id);
    place.set(message.id, message);
    tell({ type: "message", channel: message.channel_id, message, fresh });
  },
  gone({ channel, message }) {
    state.messages.get(channel)?.delete(message);
    tell({ type: "gone", channel, message });
  },
  channel({ channel }) {
    state.channels.set(channel.id, channel);
    if (!state.messages.has(channel.id)) state.messages.set(channel.id, new Map());
    tell({ type: "channel", channel: channel.id });
  },
  channel_gone({ channel }) {
    state.channels.delete(channel);
    state.messages.delete(channel);
    tell({ type: "channel", channel });
  },
  bot({ online, trouble }) {
    Object.assign(state, { online, trouble });
    tell({ type: "bot" });
  },
};

/** Connect and stay connected. */
export function connect() {
  const socket = new WebSocket(`ws://${location.host}/live`);
  socket.onmessage = (event) => {
    const frame = JSON.parse(event.data);
    handlers[frame.type](frame);
  };
  socket.onclose = () => {
    state.lost = true;
    tell({ type: "bot" });
    setTimeout(connect, 1000);
  };
}

/** Let a member do something; answers what came of it, or `{refused: sentence}`. */
export async function act(what, member, details = {}) {
  const answer = await fetch(`/act/${what}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ as: member, ...details }),
  });
  if (!answer.ok) throw new Error(`${what}: ${answer.status}`);
  return answer.json();
}

export function person(id) {
  return state.bot?.id === id ? state.bot : state.members.find((member) => member.id === id);
}

/** The messages of a channel that one member sees, oldest first. */
export function visible(member, channel) {
  const all = [...(state.messages.get(channel)?.values() ?? [])];
  return all.filter((message) => !message.only || message.only === member).sort((a, b) => older(a.id, b.id));
}

/** The channels and threads that one member sees: channels first, then the latest threads. */
export function places(member) {
  const seen = [...state.channels.values()].filter((channel) => channel.seen_by.includes(member));
  return seen.sort((a, b) => isThread(a) - isThread(b) || (isThread(a) ? older(b.id, a.id) : older(a.id, b.id)));
}

export function isThread(channel) {
  return channel.type === 11 || channel.type === 12;
}

// What a member has read, by channel: the number of messages is enough, since only the tail is new.

const read = new Map();

export function markRead(member, channel) {
  const last = visible(member, channel).at(-1);
  if (last) read.set(`${member} ${channel}`, last.id);
}

/** Unread messages and pings of one member in one channel. */
export function news(member, channel) {
  const mark = read.get(`${member} ${channel}`);
  const fresh = visible(member, channel).filter(
    (message) => (!mark || older(mark, message.id) < 0) && message.author.id !== member && !message.only,
  );
  return { unread: fresh.length, pings: fresh.filter((message) => message.pings.includes(member)).length };
}

/** All pings that wait for a member. */
export function allPings(member) {
  return places(member).reduce((sum, channel) => sum + news(member, channel.id).pings, 0);
}

export function markEverythingRead() {
  for (const member of state.members) for (const channel of state.channels.keys()) markRead(member.id, channel);
}
