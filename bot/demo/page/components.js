// What stands in a message: text, pictures, and the components a bot builds its screens from.

import { h, t } from "./dom.js";
import { blocks, ownEmoji } from "./markdown.js";
import { avatar } from "./people.js";
import { choose, showPicture } from "./popup.js";
import { places, state } from "./state.js";

const hasLayout = 1 << 15;
const thinking = 1 << 7;

/** The content of a message as nodes. `screen` has `me`, `message` and `use(what, details, control)`. */
export function content(message, screen) {
  const nodes = [];
  if (message.flags & thinking) return [h("p.thinking", {}, h("span.dots", { ariaHidden: "true" }, "•••"), t("demo.page.thinking"))];
  if (message.content) nodes.push(h(".text", {}, blocks(message.content, screen.me)));
  if (!(message.flags & hasLayout)) nodes.push(...message.attachments.map((file) => attachment(file, screen)));
  for (const embed of message.embeds) nodes.push(embedded(embed, screen));
  for (const component of message.components) nodes.push(build(component, screen));
  return nodes;
}

const builders = {
  1: (row, screen) => h(".row", {}, row.components.map((one) => build(one, screen))),
  2: button,
  3: stringSelect,
  5: (select, screen) => entitySelect(select, screen, peopleOptions(), t("demo.page.choose_member"), (id) => ({ member: id })),
  6: (select, screen) => entitySelect(select, screen, roleOptions(), t("demo.page.choose_role")),
  8: (select, screen) => entitySelect(select, screen, channelOptions(select, screen.me), t("demo.page.choose_channel")),
  9: (section, screen) =>
    h(".section", {}, h(".text", {}, section.components.map((one) => build(one, screen))), build(section.accessory, screen)),
  10: (text, screen) => h(".text", {}, blocks(text.content, screen.me)),
  11: (thumbnail, screen) => picture(thumbnail.media, thumbnail.description, screen, ".thumbnail"),
  12: (gallery, screen) =>
    h(
      gallery.items.length > 1 ? ".gallery.several" : ".gallery",
      {},
      gallery.items.map((item) => picture(item.media, item.description, screen)),
    ),
  13: (file) => download(file.file.url, file.name ?? file.file.url.split("/").at(-1), file.size),
  14: (separator) => {
    const size = separator.spacing === 2 ? ".wide" : "";
    return separator.divider === false ? h(`.gap${size}`) : h(`hr${size}`);
  },
  17: (container, screen) => {
    const box = h(container.spoiler ? ".container.hidden" : ".container", {}, container.components.map((one) => build(one, screen)));
    if (container.accent_color != null) box.style.setProperty("--accent", `#${container.accent_color.toString(16).padStart(6, "0")}`);
    return box;
  },
};

function build(component, screen) {
  return builders[component.type]?.(component, screen) ?? h("p.small", {}, t("demo.page.unknown_component"));
}

/** A picture that opens large. The size of an upload is known beforehand, so nothing jumps when it arrives. */
function picture(media, description, screen, extra = "") {
  const upload = screen.message.attachments.find((file) => file.url === media.url);
  const image = h("img", { src: local(media.url), alt: description ?? "", width: upload?.width, height: upload?.height });
  const label = t("demo.page.enlarge", { name: description ?? "" });
  const open = () => showPicture(local(media.url), description);
  return h(`button.frame${extra}`, { type: "button", ariaLabel: label, onclick: open }, image);
}

/** An upload under the name by which this page was opened (127.0.0.1 or localhost). */
function local(address) {
  return new URL(address).pathname;
}

function attachment(file, screen) {
  if (file.width) return h(".gallery", {}, picture(file, file.description, screen));
  return download(file.url, file.filename, file.size);
}

function download(address, name, size) {
  const amount = size ? ` · ${Math.max(1, Math.round(size / 1024))} kB` : "";
  return h("a.file", { href: local(address), download: name }, h("span", { ariaHidden: "true" }, "📄"), `${name}${amount}`);
}

function embedded(embed, screen) {
  const box = h(".container", {}, embed.title ? h("h4", {}, embed.title) : null, embed.description ? h(".text", {}, blocks(embed.description, screen.me)) : null);
  for (const field of embed.fields ?? []) box.append(h("h5", {}, field.name), h(".text", {}, blocks(field.value, screen.me)));
  if (embed.footer) box.append(h("p.small", {}, embed.footer.text));
  return box;
}

function emoji(one) {
  if (!one) return null;
  if (one.id) return h("span.emoji", { ariaHidden: "true" }, ownEmoji(one.name, one.id));
  return h("span.emoji", { ariaHidden: "true" }, one.name);
}

function button(component, screen) {
  const inside = [emoji(component.emoji), component.label];
  if (component.style === 5) return h("a.button.link", { href: component.url, target: "_blank", rel: "noopener noreferrer" }, inside, h("span", { ariaHidden: "true" }, "↗"));
  const style = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" }[component.style];
  const element = h(`button.button.${style}`, { type: "button", disabled: component.disabled ?? false }, inside);
  element.onclick = () => screen.use("click", { custom_id: component.custom_id }, element);
  return element;
}

function selectButton(component, label, open) {
  const element = h("button.select", { type: "button", disabled: component.disabled ?? false, ariaHasPopup: "listbox" }, h("span", {}, label), h("span.arrow", { ariaHidden: "true" }, "▾"));
  element.onclick = () => open(element);
  return element;
}

function stringSelect(component, screen) {
  const chosen = component.options.filter((option) => option.default);
  const label = chosen.map((option) => option.label).join(", ") || component.placeholder || t("demo.page.choose");
  const options = component.options.map((option) => ({ ...option, emoji: option.emoji && !option.emoji.id ? option.emoji.name : null }));
  return selectButton(component, label, (element) =>
    choose(element, { ...bounds(component), label, options, chosen: chosen.map((option) => option.value) }, (values) =>
      screen.use("select", { custom_id: component.custom_id, values }, element),
    ),
  );
}

/** A select of people, roles or channels; `value` is how a chosen id is sent. */
function entitySelect(component, screen, options, prompt, value = (id) => id) {
  const ids = (component.default_values ?? []).map((one) => one.id);
  const chosen = options.filter((option) => ids.includes(option.value));
  const label = chosen.map((option) => option.label).join(", ") || component.placeholder || prompt;
  return selectButton(component, label, (element) =>
    choose(element, { ...bounds(component), label, options, chosen: chosen.map((option) => option.value) }, (values) =>
      screen.use("select", { custom_id: component.custom_id, values: values.map(value) }, element),
    ),
  );
}

function bounds(component) {
  return { min: component.min_values ?? 1, max: component.max_values ?? 1 };
}

function roleOptions() {
  return state.roles.map((role) => ({ value: role.id, label: `@${role.name}` }));
}

function channelOptions(component, member) {
  const types = component.channel_types ?? [];
  const offered = places(member).filter((channel) => !types.length || types.includes(channel.type));
  return offered.map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
}

export function peopleOptions() {
  return [...state.members, state.bot].map((who) => ({ value: who.id, label: who.global_name, lead: avatar(who) }));
}
