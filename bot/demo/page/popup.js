// Things that open above the page: lists to choose from, menus, pictures, dialogs of the bot.

import { freshId, h, t } from "./dom.js";
import { avatar } from "./people.js";

/** Place an open popover at its anchor, above it if there is more room there. */
function place(popover, anchor) {
  const at = anchor.getBoundingClientRect();
  // the buttons of a form stay in reach
  const buttons = anchor.closest("form")?.querySelector(".buttons");
  const below = (buttons?.getBoundingClientRect().top ?? innerHeight) - at.bottom - 12;
  const above = at.top - 12;
  const flip = below < Math.min(popover.scrollHeight, 260) && above > below;
  popover.style.maxHeight = `${Math.max(120, Math.min(380, flip ? above : below))}px`;
  popover.style.minWidth = `${Math.min(at.width, innerWidth - 16)}px`;
  popover.style.left = `${Math.max(8, Math.min(at.left, innerWidth - popover.offsetWidth - 8))}px`;
  if (flip) popover.style.bottom = `${innerHeight - at.top + 4}px`;
  else popover.style.top = `${at.bottom + 4}px`;
}

function open(popover, anchor) {
  document.body.append(popover);
  popover.addEventListener("toggle", (event) => {
    if (event.newState === "closed") popover.remove();
  });
  popover.showPopover();
  place(popover, anchor);
}

function optionElement(option, selected) {
  const words = h("span.words", {}, h("span.label", {}, option.label), option.description ? h("span.about", {}, option.description) : null);
  const lead = option.lead ?? (option.emoji ? h("span.emoji", { ariaHidden: "true" }, option.emoji) : null);
  return h(".option", { role: "option", id: freshId(), ariaSelected: String(selected) }, lead, words);
}

/**
 * A list beside an input that keeps the focus: suggestions while one types.
 * Give keys to `key(event)`, which answers whether it used them.
 */
export class Suggestions {
  constructor(input, pick) {
    this.input = input;
    this.pick = pick;
    this.list = null;
    this.options = [];
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", "false");
  }

  show(options, anchor = this.input) {
    this.close();
    this.options = options;
    if (!options.length) return;
    this.list = h(".listbox", { role: "listbox", id: freshId(), popover: "manual", ariaLabel: t("demo.page.suggestions") });
    this.elements = options.map((option) => {
      const element = optionElement(option, false);
      element.onpointerdown = (event) => event.preventDefault(); // the input keeps the focus
      element.onclick = () => this.choose(option);
      return element;
    });
    this.list.append(...this.elements);
    open(this.list, anchor);
    this.input.setAttribute("aria-controls", this.list.id);
    this.input.setAttribute("aria-expanded", "true");
    this.move(0);
  }

  move(to) {
    this.at = (to + this.options.length) % this.options.length;
    this.elements.forEach((element, index) => element.setAttribute("aria-selected", String(index === this.at)));
    this.elements[this.at].scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", this.elements[this.at].id);
  }

  choose(option) {
    this.close();
    this.pick(option);
  }

  close() {
    this.list?.remove();
    this.list = null;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  key(event) {
    if (!this.list) return false;
    if (event.key === "ArrowDown") this.move(this.at + 1);
    else if (event.key === "ArrowUp") this.move(this.at - 1);
    else if (event.key === "Enter" || event.key === "Tab") this.choose(this.options[this.at]);
    else if (event.key === "Escape") this.close();
    else return false;
    event.preventDefault();
    return true;
  }
}

/** A list that takes the focus: choose one option, or with `max` > 1 several and press Done. */
export function choose(anchor, { label, options, min = 1, max = 1, chosen = [] }, done) {
  const picked = new Set(chosen);
  const list = h(".listbox", { role: "listbox", popover: "auto", tabIndex: -1, ariaLabel: label, ariaMultiSelectable: String(max > 1) });
  const elements = options.map((option) => {
    const element = optionElement(option, picked.has(option.value));
    element.tabIndex = -1;
    element.onclick = () => toggle(option, element);
    return element;
  });
  const finish = h("button.solid", { type: "button", onclick: () => close([...picked]) }, t("demo.page.done"));
  const update = () => (finish.disabled = picked.size < min || picked.size > max);

  function close(values) {
    list.hidePopover();
    anchor.focus({ preventScroll: true });
    if (values) done(values);
  }

  function toggle(option, element) {
    if (max === 1) return close(min === 0 && picked.has(option.value) ? [] : [option.value]);
    if (!picked.delete(option.value)) picked.add(option.value);
    element.setAttribute("aria-selected", String(picked.has(option.value)));
    update();
  }

  list.onkeydown = (event) => {
    const at = elements.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) elements.at((at + step) % elements.length)?.focus();
    else if (event.key === "Home") elements[0]?.focus();
    else if (event.key === "End") elements.at(-1)?.focus();
    else if ((event.key === "Enter" || event.key === " ") && at >= 0) elements[at].click();
    else if (event.key === "Escape") close(null);
    else if (event.key.length === 1) {
      const from = [...elements.slice(at + 1), ...elements.slice(0, at + 1)];
      from.find((element) => element.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    } else return;
    event.preventDefault();
  };
  list.append(...elements);
  if (max > 1) list.append(h(".done", {}, finish));
  update();
  open(list, anchor);
  (elements.find((element) => element.getAttribute("aria-selected") === "true") ?? elements[0])?.focus();
}

/** A menu of a person: `entries` are [label, action]. */
export function personMenu(anchor, who, entries) {
  const menu = h(".menu", { popover: "auto" });
  const items = entries.map(([label, action]) =>
    h("button", { type: "button", role: "menuitem", onclick: () => { menu.hidePopover(); action(); } }, label),
  );
  menu.onkeydown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    items.at((items.indexOf(document.activeElement) + step) % items.length).focus();
    event.preventDefault();
  };
  menu.append(h(".who", {}, avatar(who), h("strong", {}, who.global_name)), h(".entries", { role: "menu" }, items));
  open(menu, anchor);
  items[0]?.focus();
}

/** A picture in full size. */
export function showPicture(address, description) {
  const dialog = h("dialog.picture", { ariaLabel: t("demo.page.picture") });
  const close = h("button.close", { type: "button", ariaLabel: t("demo.page.close"), onclick: () => dialog.close() }, "×");
  dialog.append(h("img", { src: address, alt: description }), close);
  if (description) dialog.append(h("p", {}, description));
  dialog.onclick = (event) => {
    if (event.target.tagName !== "P") dialog.close();
  };
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}
