// The chat's markdown as elements; nothing of a message is ever parsed as HTML.

import { h, t } from "./dom.js";
import { isThread, person, state } from "./state.js";

const inline = [
  [/^``(.+?)``|^`([^`\n]+)`/, (m) => h("code", {}, m[1] ?? m[2])],
  [/^\*\*\*(.+?)\*\*\*(?!\*)/s, (m, me) => h("strong", {}, h("em", {}, spans(m[1], me)))],
  [/^\*\*(.+?)\*\*(?!\*)/s, (m, me) => h("strong", {}, spans(m[1], me))],
  [/^__(.+?)__(?!_)/s, (m, me) => h("u", {}, spans(m[1], me))],
  [/^\*(?!\s)(.+?)(?<!\s)\*(?!\*)/s, (m, me) => h("em", {}, spans(m[1], me))],
  [/^_(?!\s)(.+?)(?<!\s)_(?![\w_])/s, (m, me) => h("em", {}, spans(m[1], me))],
  [/^~~(.+?)~~/s, (m, me) => h("s", {}, spans(m[1], me))],
  [/^\|\|(.+?)\|\|/s, (m, me) => spoiler(spans(m[1], me))],
  [/^<@!?(\d+)>/, (m, me) => mention(`@${person(m[1])?.global_name ?? t("demo.page.somebody")}`, m[1] === me)],
  [/^<#(\d+)>/, (m) => mention(placeName(m[1]), false)],
  [/^<@&(\d+)>/, (m) => mention(`@${state.roles.find((role) => role.id === m[1])?.name ?? ""}`, false)],
  [/^<\/([\w -]+):\d+>/, (m) => mention(`/${m[1]}`, false)],
  [/^<a?:(\w+):(\d+)>/, (m) => ownEmoji(m[1], m[2])],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => time(Number(m[1]), m[2] ?? "f")],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, me) => link(m[2], spans(m[1], me))],
  [/^<?(https?:\/\/[^\s<>]+[^\s<>.,:;"'\]\)])>?/, (m) => link(m[1], m[1])],
  [/^\\([\\`*_~|<>#\-[\]()@:.!+])/, (m) => m[1]],
];

/** Text with marks inside a line, as nodes. `me` is the member who reads. */
export function spans(text, me) {
  const nodes = [];
  let plain = "";
  let previous = "";
  while (text) {
    const hit = inline
      .filter(([pattern]) => !(pattern.source.startsWith("^_(") && /\w/.test(previous)))
      .map(([pattern, make]) => [text.match(pattern), make])
      .find(([match]) => match);
    if (hit) {
      const [match, make] = hit;
      if (plain) nodes.push(plain);
      plain = "";
      nodes.push(make(match, me));
      previous = match[0].at(-1);
      text = text.slice(match[0].length);
    } else {
      previous = String.fromCodePoint(text.codePointAt(0));
      plain += previous;
      text = text.slice(previous.length);
    }
  }
  if (plain) nodes.push(plain);
  return nodes;
}

/** A whole message as a list of blocks. */
export function blocks(text, me) {
  const lines = text.split("\n");
  const out = [];
  let paragraph = [];
  const flush = () => {
    while (paragraph.length && !paragraph.at(-1).trim()) paragraph.pop();
    if (paragraph.length) out.push(h("p", {}, spans(paragraph.join("\n"), me)));
    paragraph = [];
  };
  const take = (pattern) => {
    const taken = [];
    while (lines.length && pattern.test(lines[0])) taken.push(lines.shift());
    return taken;
  };
  while (lines.length) {
    const line = lines[0];
    const heading = line.match(/^(#{1,3}) +(.+)/);
    const small = line.match(/^-# +(.+)/);
    if (line.startsWith("```")) {
      flush();
      const fence = lines.shift().slice(3);
      const inside = fence.endsWith("```") && fence.length > 3 ? [fence.slice(0, -3)] : take(/^(?!```)/);
      if (lines[0]?.startsWith("```")) lines.shift();
      out.push(h("pre", { tabIndex: 0 }, h("code", {}, inside.join("\n"))));
    } else if (heading) {
      flush();
      lines.shift();
      out.push(h(`h${heading[1].length + 2}`, {}, spans(heading[2], me)));
    } else if (small) {
      flush();
      lines.shift();
      out.push(h("p.small", {}, spans(small[1], me)));
    } else if (/^\s*([-*]|\d+\.) +\S/.test(line)) {
      flush();
      out.push(list(take(/^\s*([-*]|\d+\.) +\S/), me));
    } else if (/^> ?/.test(line)) {
      flush();
      out.push(h("blockquote", {}, blocks(take(/^> ?/).map((one) => one.replace(/^> ?/, "")).join("\n"), me)));
    } else {
      if (line.trim() || paragraph.length) paragraph.push(line);
      lines.shift();
    }
  }
  flush();
  return out;
}

function list(lines, me) {
  const numbered = /^\s*\d/.test(lines[0]);
  const items = lines.map((line) => {
    const [, indent, text] = line.match(/^(\s*)(?:[-*]|\d+\.) +(.*)/);
    return h(indent.length > 1 ? "li.deeper" : "li", {}, spans(text, me));
  });
  return h(numbered ? "ol" : "ul", numbered ? { start: parseInt(lines[0], 10) } : {}, items);
}

/** An emoji that somebody made, by name and id. */
export function ownEmoji(name, id) {
  return h("img.emoji", { src: `/cdn/emojis/${id}.png`, alt: `:${name}:`, title: `:${name}:` });
}

function mention(text, mine) {
  return h(mine ? "span.mention.mine" : "span.mention", {}, text);
}

function placeName(id) {
  const channel = state.channels.get(id);
  if (!channel) return "#";
  return isThread(channel) ? channel.name : `# ${channel.name}`;
}

function link(address, content) {
  return h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, content);
}

function spoiler(content) {
  const element = h("button.spoiler", { type: "button", ariaLabel: t("demo.page.spoiler") }, content);
  element.onclick = () => element.replaceWith(h("span.spoiled", {}, content));
  return element;
}

const formats = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const steps = [["second", 60], ["minute", 60], ["hour", 24], ["day", 30], ["month", 12], ["year", Infinity]];

function fromNow(seconds) {
  let amount = seconds - Date.now() / 1000;
  for (const [unit, size] of steps) {
    if (Math.abs(amount) < size - 0.5) return relative.format(Math.round(amount), unit);
    amount /= size;
  }
  return "";
}

function time(seconds, style) {
  const moment = new Date(seconds * 1000);
  const long = new Intl.DateTimeFormat(undefined, formats.F).format(moment);
  const text = style === "R" ? fromNow(seconds) : new Intl.DateTimeFormat(undefined, formats[style]).format(moment);
  return h("time", { dateTime: moment.toISOString(), title: long, data: style === "R" ? { seconds } : {} }, text);
}

/** Let all relative times on the page run. */
export function runTimes() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-seconds]")) {
      const text = fromNow(Number(element.dataset.seconds));
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}

/** A clock time of a message. */
export function clock(iso) {
  const moment = new Date(iso);
  const long = new Intl.DateTimeFormat(undefined, formats.F).format(moment);
  return h("time", { dateTime: iso, title: long }, new Intl.DateTimeFormat(undefined, formats.t).format(moment));
}
