// Where a member writes: plain messages, and slash commands with a picker and a form.

import { h, t } from "./dom.js";
import { commandForm } from "./form.js";
import { Suggestions } from "./popup.js";
import { act, state } from "./state.js";

const subcommands = [1, 2];

/** Commands as they are typed: a command with sub-commands becomes one entry for each. */
function entries(command, path = command.name) {
  const below = (command.options ?? []).filter((option) => subcommands.includes(option.type));
  if (below.length) return below.flatMap((option) => entries(option, `${path} ${option.name}`));
  return [{ path, label: `/${path}`, description: command.description, options: command.options ?? [] }];
}

export class Composer {
  /** `column` has `me`, `place` and `use(what, details)`. */
  constructor(column) {
    this.column = column;
    this.commands = [];
    this.text = h("textarea", { rows: 1, maxLength: 2000, autocomplete: "off", spellcheck: false });
    this.suggestions = new Suggestions(this.text, (command) => this.openForm(command));
    const slash = h("button.slash", { type: "button", ariaLabel: t("demo.page.commands"), title: t("demo.page.commands"), onclick: () => this.pickCommand() }, "/");
    const send = h("button.send", { type: "submit", ariaLabel: t("demo.page.send"), title: t("demo.page.send") }, "➤");
    this.line = h("form.line", {}, slash, this.text, send);
    this.element = h(".composer", {}, this.line);
    this.text.oninput = () => this.typed();
    this.text.onblur = () => this.suggestions.close();
    this.text.onkeydown = (event) => {
      if (this.suggestions.key(event)) return;
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        this.line.requestSubmit();
      }
    };
    this.line.onsubmit = (event) => {
      event.preventDefault();
      this.say();
    };
  }

  /** Follow the column to another place. */
  move(name) {
    this.closeForm();
    const hint = t("demo.page.write", { place: name });
    this.text.placeholder = hint;
    this.text.setAttribute("aria-label", hint);
  }

  async pickCommand() {
    this.text.focus();
    this.text.value = "/";
    await this.typed();
  }

  async typed() {
    this.fit();
    if (!this.text.value.startsWith("/")) return this.suggestions.close();
    if (this.text.value === "/" || !this.commands.length) {
      const known = await act("commands", this.column.me, { channel: this.column.place });
      this.commands = known.slash.flatMap((command) => entries(command));
    }
    const wanted = this.text.value.slice(1).toLowerCase();
    const fitting = this.commands.filter((command) => command.path.startsWith(wanted) || wanted.startsWith(`${command.path} `));
    this.suggestions.show(fitting, this.line);
  }

  fit() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 160)}px`;
  }

  openForm(command) {
    this.text.value = "";
    this.fit();
    if (!command.options.length) return this.column.use("slash", { command: command.path, options: {} });
    const form = commandForm(command, {
      ask: async (focused, typed, options) => {
        const details = { channel: this.column.place, command: command.path, focused, typed, options };
        return (await act("autocomplete", this.column.me, details)).choices ?? [];
      },
      run: (options) => {
        this.closeForm();
        this.column.use("slash", { command: command.path, options });
      },
      cancel: () => this.closeForm(),
    });
    this.line.hidden = true;
    this.element.prepend(form);
    form.querySelector("input, select, textarea")?.focus();
  }

  closeForm() {
    this.element.querySelector("form.command")?.remove();
    if (!this.line.hidden) return;
    this.line.hidden = false;
    this.text.focus({ preventScroll: true });
  }

  mention(who) {
    this.text.value += `@${who.global_name} `;
    this.text.focus();
  }

  say() {
    const written = this.text.value.trim();
    if (!written || written.startsWith("/")) return;
    const text = state.members
      .concat(state.bot)
      .reduce((sofar, who) => sofar.replaceAll(`@${who.global_name}`, `<@${who.id}>`), written);
    this.text.value = "";
    this.fit();
    this.column.use("say", { text });
  }
}
