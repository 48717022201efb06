// One member's view of the chat.

import { Composer } from "./composer.js";
import { content, peopleOptions } from "./components.js";
import { h, swap, t } from "./dom.js";
import { openModal } from "./form.js";
import { clock, spans } from "./markdown.js";
import { avatar } from "./people.js";
import { choose, personMenu } from "./popup.js";
import { act, isThread, markRead, news, person, places, state, visible } from "./state.js";

const threadStarted = 18;
const nearly = 120; // pixels from the end that still count as the end
const together = 5 * 60 * 1000; // milliseconds in which messages of one author stand together

export class Column {
  constructor(member, { close, readingChanged }) {
    this.member = member;
    this.me = member.id;
    this.place = places(this.me)[0].id;
    this.notes = new Map(); // message id -> what went wrong with it
    this.readingChanged = readingChanged;
    this.people = h("button.quiet", { type: "button", onclick: () => this.choosePerson() }, t("demo.page.people"));
    this.strip = h("nav.places", { ariaLabel: t("demo.page.places", { name: member.global_name }) });
    this.log = h(".log", { role: "log", tabIndex: 0, ariaLabel: t("demo.page.log", { name: member.global_name }), "aria-live": "off" });
    this.latest = h(".latest", { hidden: true }, h("button", { type: "button", onclick: () => this.toEnd() }, t("demo.page.latest"), h("span", { ariaHidden: "true" }, " ↓")));
    this.log.onscroll = () => (this.latest.hidden = this.atEnd());
    this.spoken = h(".unseen", { "aria-live": "polite" });
    this.composer = new Composer(this);
    this.element = h(
      "section.column",
      { ariaLabel: t("demo.page.column", { name: member.global_name }) },
      h(
        "header",
        {},
        avatar(member),
        h("h2", {}, member.global_name),
        this.people,
        h("button.quiet.leave", { type: "button", ariaLabel: t("demo.page.leave", { name: member.global_name }), title: t("demo.page.leave", { name: member.global_name }), onclick: close }, "×"),
      ),
      this.strip,
      this.log,
      this.latest,
      this.spoken,
      this.composer.element,
    );
  }

  /** Show everything afresh. */
  render() {
    if (!places(this.me).some((channel) => channel.id === this.place)) this.place = places(this.me)[0].id;
    this.renderStrip();
    this.log.replaceChildren(this.beginning(), ...visible(this.me, this.place).map((message) => this.row(message)));
    this.composer.move(placeTitle(state.channels.get(this.place)));
    this.toEnd();
    this.read();
  }

  go(place) {
    this.place = place;
    this.render();
    this.log.focus({ preventScroll: true });
  }

  /** Take in one change of the state. */
  update(change) {
    if (change.type === "channel") {
      if (change.channel === this.place && !state.channels.has(this.place)) this.render();
      else this.renderStrip();
    } else if (change.channel === this.place) {
      this.updateLog(change);
    } else if (change.type === "message") {
      this.renderStrip();
      if (change.fresh && change.message.pings.includes(this.me)) this.speak(change.message);
    }
  }

  updateLog(change) {
    const stay = this.atEnd() || (change.fresh && change.message.only === this.me);
    const id = change.message.id ?? change.message;
    const old = this.log.querySelector(`[data-message="${id}"]`);
    if (change.type === "gone") {
      old?.remove();
    } else if (!change.message.only || change.message.only === this.me) {
      if (!change.fresh) this.notes.delete(id);
      const row = this.row(change.message);
      if (old) swap(old, row);
      else this.log.append(row);
      if (!old || change.message.only) this.speak(change.message);
    }
    if (stay) this.toEnd();
    this.read();
  }

  atEnd() {
    return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < nearly;
  }

  toEnd() {
    this.log.scrollTop = this.log.scrollHeight;
  }

  read() {
    if (this.element.isConnected) markRead(this.me, this.place);
    this.readingChanged();
  }

  /** Tell a screen reader what a message says. */
  speak(message) {
    const body = this.log.querySelector(`[data-message="${message.id}"] .body`);
    const parts = [...(body?.children ?? [])].filter((part) => !part.matches(".head, .only")).map((part) => part.innerText);
    this.spoken.textContent = `${message.author.global_name}: ${parts.join(" ") || message.content}`.slice(0, 300);
  }

  // ------------------------------------------------------------------ places

  renderStrip() {
    const chips = places(this.me).map((channel) => {
      const here = channel.id === this.place;
      const { unread, pings } = here ? { unread: 0, pings: 0 } : news(this.me, channel.id);
      const closed = channel.thread_metadata?.archived;
      if (closed && !here && !pings) return null;
      const marks = [pings ? h("span.badge", { ariaLabel: t("demo.page.pings", { count: pings }) }, String(pings)) : null];
      if (unread && !pings) marks.push(h("span.dot", { role: "img", ariaLabel: t("demo.page.unread", { count: unread }) }));
      const kind = isThread(channel) ? h("span.kind", { ariaHidden: "true" }, "↳") : h("span.kind", { ariaHidden: "true" }, "#");
      const chip = h("button", { type: "button", title: placeTitle(channel), onclick: () => this.go(channel.id) }, kind, h("span.name", {}, channel.name), marks);
      if (here) chip.setAttribute("aria-current", "page");
      if (pings) chip.classList.add("pinged");
      return chip;
    });
    const focused = [...this.strip.children].indexOf(document.activeElement);
    this.strip.replaceChildren(...chips.filter(Boolean));
    if (focused >= 0) this.strip.children[Math.min(focused, this.strip.children.length - 1)].focus();
    this.strip.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  beginning() {
    const channel = state.channels.get(this.place);
    const start = h(".beginning", {}, h("h3", {}, placeTitle(channel)));
    if (isThread(channel)) start.append(h("p", {}, t("demo.page.thread_begins")));
    else {
      start.append(h("p", {}, t("demo.page.channel_begins", { name: this.member.global_name })));
      start.append(h("button.button.primary", { type: "button", onclick: () => this.composer.pickCommand() }, t("demo.page.start")));
    }
    return start;
  }

  // ---------------------------------------------------------------- messages

  row(message) {
    if (message.type === threadStarted) return this.threadRow(message);
    const mine = message.pings.includes(this.me);
    const origin = message.interaction_metadata;
    const asked = origin?.name ? person(origin.user.id) : null;
    const follows = !asked && this.follows(message);
    const row = h("article.message", { data: { message: message.id }, ariaLabel: message.author.global_name });
    row.classList.toggle("follows", follows);
    row.classList.toggle("pinged", mine);
    row.classList.toggle("private", Boolean(message.only));
    const author = person(message.author.id) ?? message.author;
    if (asked) {
      const command = origin.command_type === 1 ? `/${origin.name}` : origin.name;
      row.append(h("p.asked", {}, h("span", { ariaHidden: "true" }, "↱"), h("strong", {}, asked.global_name), ` ${t("demo.page.used", { command })}`));
    }
    row.append(follows ? h(".side", {}, clock(message.timestamp)) : this.face(author));
    const body = h(".body");
    if (!follows) {
      const name = h("button.author", { type: "button", ariaHasPopup: "menu", onclick: () => this.openMenu(author, name) }, author.global_name);
      name.oncontextmenu = (event) => {
        event.preventDefault();
        this.openMenu(author, name);
      };
      body.append(h(".head", {}, name, author.bot ? h("span.app", {}, t("demo.page.app")) : null, clock(message.timestamp)));
    }
    const screen = { me: this.me, message, use: (what, details, control) => this.use(what, { ...details, message: message.id }, control) };
    body.append(...content(message, screen));
    if (message.edited_timestamp && message.author.id !== this.me && message.content) body.append(h("span.edited", {}, t("demo.page.edited")));
    if (this.notes.has(message.id)) body.append(h("p.failure", { role: "alert" }, this.notes.get(message.id)));
    if (message.thread && state.channels.has(message.thread)) body.append(this.threadLink(message.thread));
    if (message.only) body.append(this.privateLine(() => act("dismiss", this.me, { channel: message.channel_id, message: message.id })));
    row.append(body);
    return row;
  }

  face(author) {
    const face = h("button.face", { type: "button", tabIndex: -1, ariaHidden: "true", onclick: () => this.openMenu(author, face) }, avatar(author));
    return face;
  }

  /** Whether a message stands close enough behind one of the same author to need no name. */
  follows(message) {
    const all = visible(this.me, this.place);
    const before = all[all.findIndex((one) => one.id === message.id) - 1];
    if (!before || before.type === threadStarted || before.author.id !== message.author.id || before.only !== message.only) return false;
    return new Date(message.timestamp) - new Date(before.timestamp) < together;
  }

  threadRow(message) {
    const row = h("article.message.event", { data: { message: message.id } });
    const known = message.thread && state.channels.has(message.thread);
    row.append(h(".side", { ariaHidden: "true" }, "↳"), h(".body", {}, h("p", {}, h("strong", {}, message.author.global_name), ` ${t("demo.page.started_thread")} `, known ? this.threadLink(message.thread) : message.content)));
    return row;
  }

  threadLink(thread) {
    return h("button.thread", { type: "button", onclick: () => this.go(thread) }, state.channels.get(thread).name, h("span", { ariaHidden: "true" }, " →"));
  }

  privateLine(dismiss) {
    return h("p.only", {}, h("span", { ariaHidden: "true" }, "◐"), t("demo.page.only_you"), h("button.text", { type: "button", onclick: dismiss }, t("demo.page.dismiss")));
  }

  note(text) {
    const row = h("article.message.private.note", {}, h(".side", { ariaHidden: "true" }, "!"));
    row.append(h(".body", {}, h("p.failure", { role: "alert" }, text), this.privateLine(() => row.remove())));
    this.log.append(row);
    this.toEnd();
  }

  // ------------------------------------------------------------------ acting

  /** Let the member do something here; what goes wrong is told at the message or at the end of the log. */
  async use(what, details, control) {
    const row = control?.closest("[data-message]");
    row?.querySelector(".failure")?.remove();
    this.notes.delete(details.message);
    if (!details.message) this.toEnd();
    control?.classList.add("busy");
    row?.classList.add("waiting");
    const answer = await act(what, this.me, { channel: this.place, ...details });
    control?.classList.remove("busy");
    row?.classList.remove("waiting");
    if (answer.refused && details.message) {
      this.notes.set(details.message, answer.refused);
      const message = state.messages.get(this.place)?.get(details.message);
      if (message) this.updateLog({ type: "message", message, fresh: true });
    } else if (answer.refused) this.note(answer.refused);
    if (answer.modal) openModal(answer.modal, this.member, (fields) => this.use("submit", { interaction: answer.interaction, fields }));
  }

  choosePerson() {
    choose(this.people, { label: t("demo.page.people"), options: peopleOptions() }, ([id]) => this.openMenu(person(id), this.people));
  }

  async openMenu(who, anchor) {
    const { user } = await act("commands", this.me, { channel: this.place });
    const commands = user.map((command) => [command.name, () => this.use("menu", { command: command.name, target: who.id })]);
    personMenu(anchor, who, [[t("demo.page.mention", { name: who.global_name }), () => this.composer.mention(who)], ...commands]);
  }
}

export function placeTitle(channel) {
  return isThread(channel) ? channel.name : `# ${channel.name}`;
}
