"""What the pictures of the board game have in common: the seats above, the place of each path, the foot."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final

from PIL import Image, ImageDraw

from render import sprites
from render.board_game import pieces
from render.board_game.words import question, so_far, stage, turn_words, unused
from render.canvas import Box, Canvas, Label
from render.fonts import Style, measure, order
from render.furniture import CHIP, EDGE, SENTENCE, WIDTH, with_room
from render.prose import lines
from render.scenery import landscape
from render.texts import Texts
from render.theme import RGB, Theme, mix
from render.words import NAME_LIMIT, number, short, signed, turn_of
from rules.board_game.scoring import VALUES
from rules.board_game.state import BRIDGE, CROSSINGS
from rules.board_game.view import View
from rules.cards import Colour
from rules.game import Seat

HEAD: Final = 94
"""The height of the panel of a seat."""
FOOT: Final = 100
FIGURE: Final = 56
"""The size of a figure beside a name."""
_GAP: Final = 8
_NOW: Final = 380
"""The width that the words about whose turn it is may take."""
_SMALL_SENTENCE: Final = 26
"""The size of a sentence that takes two lines."""
_LEADING: Final = 36
_SHORT: Final = 14
"""The part of a name that a sentence is sure to show."""
_ROOM_FOR_ARTIFACTS: Final = 220
_ROOM_FOR_CHANGE: Final = 280
_ROOM_FOR_UNUSED: Final = 430
_ROOM_FOR_FIGURE: Final = 180
"""The widths from which the panel of a seat has room for its artifacts, for what its figures would add, for those that
are left, and for a figure of full size."""
_SMALL: Final = 46


def head_boxes(seats: int) -> list[Box]:
    """The panels of the seats, side by side."""
    width = (WIDTH - 2 * EDGE - (seats - 1) * _GAP) // seats
    return [Box(EDGE + seat * (width + _GAP), EDGE, width, HEAD) for seat in range(seats)]


def seat_head(canvas: Canvas, view: View, seat: Seat, box: Box, name: str, theme: Theme) -> None:
    """A seat with its points, its artifacts, what its figures would add now, and which are left, as room allows."""
    tone = theme.accent if view.turn == seat else theme.muted if seat in view.left else theme.ink
    if view.turn == seat:
        canvas.stick(Image.new("RGBA", (box.width - 32, 5), (*theme.accent, 255)), (box.left + 16, box.bottom - 5))
    left, right, base = box.left, box.right - 14, box.bottom - 12
    if box.width >= _ROOM_FOR_ARTIFACTS:
        canvas.stick(jar(34, theme), (right - 40, box.top + 7))
        at = (right - 23, base)
        canvas.write(Label(str(view.artifacts[seat]), at, Style.NUMERAL, 54, theme.ink, "ms", vital=True))
        right -= 58
    points = view.chips[seat] if view.outcome is None else view.outcome.points[seat]
    x = head(canvas, seat, Box(left, box.top, right - left, box.height), name, tone, number(points), theme.ink, theme)
    if view.outcome is None and box.width >= _ROOM_FOR_CHANGE:
        net = view.settlements[seat].net
        x += 10 + canvas.write(Label(signed(net), (x + 10, base), Style.BOLD, 31, theme.tone(net), "ls"))
    if view.outcome is None and box.width >= _ROOM_FOR_UNUSED:
        _unused(canvas, view, seat, (round(x) + 24, box.bottom - 54), theme)


def _unused(canvas: Canvas, view: View, seat: Seat, at: tuple[int, int], theme: Theme) -> None:
    """The figures that can still start a path: the researcher, and how many adventurers."""
    researcher, adventurers = unused(view, seat)
    left, top = at
    if researcher:
        canvas.stick(pieces.figure(seat, True, 50, theme.deck), (left, top - 5))
        left += 58
    if adventurers:
        canvas.stick(pieces.figure(seat, False, _SMALL, theme.deck), (left, top - 3))
        words = f"\N{MULTIPLICATION SIGN}{adventurers}"
        canvas.write(Label(words, (left + _SMALL + 6, top + 42), Style.BOLD, 31, theme.ink, "ls"))


def head(
    canvas: Canvas, seat: Seat, box: Box, name: str, tone: RGB, points: str, points_tone: RGB, theme: Theme
) -> float:
    """A seat's figure, its name, and points below it; returns where they end."""
    size = FIGURE if box.width >= _ROOM_FOR_FIGURE else _SMALL
    canvas.stick(pieces.figure(seat, False, size, theme.deck), (box.left + 12, box.top + (box.height - size) // 2))
    left = box.left + size + 22
    canvas.write(Label(name, (left, box.top + 32), Style.BOLD, 31, tone, "ls", box.right - left))
    total = Label(points, (left, box.bottom - 12), Style.NUMERAL, 54, points_tone, "ls", vital=True)
    return left + canvas.write(total)


@lru_cache(maxsize=8)
def jar(size: int, theme: Theme) -> Image.Image:
    """An artifact as a sign beside a number (mode RGBA)."""
    return stain(pieces.amphora(size), theme.accent if theme.light else theme.deck.brass)


def stain(mask: Image.Image, tone: RGB) -> Image.Image:
    """An image (mode RGBA) of one tone, as far as ``mask`` goes."""
    image = Image.new("RGBA", mask.size, (*tone, 0))
    image.putalpha(mask)
    return image


def crossings(canvas: Canvas, view: View, middle: tuple[float, float], theme: Theme) -> None:
    """How many figures are behind the bridges, of those that end the expedition, on a signpost."""
    words = f"{view.crossed}/{CROSSINGS}"
    tone = theme.loss if view.crossed >= CROSSINGS - 1 else theme.accent
    canvas.stick(_sign(tone, theme), (round(middle[0]) - 40, round(middle[1]) - 26))
    canvas.write(Label(words, middle, Style.NUMERAL, 52, tone, "mm", vital=True))


@lru_cache(maxsize=6)
def _sign(tone: RGB, theme: Theme) -> Image.Image:
    return sprites.plate(80, 52, 10, theme.panel, tone, 2)


def strip(colour: Colour, size: tuple[int, int], foci: Sequence[float], theme: Theme) -> Image.Image:
    """The landscape of a path; in a plain theme a frame."""
    if not theme.deck.plain:
        return landscape(colour, size, theme.strips[colour], foci)
    image = Image.new("RGB", size, theme.deck.face(colour))
    image.paste(theme.paper, (2, 2), sprites.rounded(size[0] - 4, size[1] - 4, 12))
    return image


def calm(strip: Image.Image, colour: Colour, share: float, theme: Theme) -> Image.Image:
    """A landscape calm enough to write on: ``share`` 0 leaves it as it is, 1 leaves nothing of it."""
    if theme.deck.plain:
        return strip
    tones = theme.strips[colour]
    tone = tones.horizon if theme.light else tones.near
    return Image.blend(strip, Image.new("RGB", strip.size, tone), share)


def stone(image: Image.Image, space: Box, colour: Colour, step: int, theme: Theme) -> None:
    """A step of a path, through which the landscape shines."""
    region = (space.left, space.top, space.right, space.bottom)
    tones = theme.strips[colour]
    if theme.deck.plain:
        edge = mix(theme.paper, theme.deck.face(colour), 0.6)
        plate = sprites.plate(space.width, space.height, 10, theme.paper, edge, 2)
        image.paste(plate, (space.left, space.top), plate)
        return
    shine = 0.10 if VALUES[step] < 0 else 0.2 if step < BRIDGE else 0.34
    tone = mix(tones.horizon, tones.light, 2 * shine if theme.light else shine)
    under = image.crop(region)
    edge = Image.blend(under, Image.new("RGB", under.size, mix(tone, theme.ink, 0.25)), 0.5)
    image.paste(edge, (space.left, space.top), sprites.rounded(space.width, space.height, 10))
    over = Image.blend(under, Image.new("RGB", under.size, tone), 0.5)
    over = over.crop((2, 2, space.width - 2, space.height - 2))
    image.paste(over, (space.left + 2, space.top + 2), sprites.rounded(*over.size, 8))


def gorge(image: Image.Image, row: Box, left: int, width: int, colour: Colour, theme: Theme) -> None:
    """The gorge that parts a path, and the rope bridge over it."""
    middle = row.top + row.height / 2
    pen = ImageDraw.Draw(image)
    cliff = [(inset, row.top + (row.height - 1) * step / 3) for step, inset in enumerate((4, 12, 6, 14))]
    beyond = [(width - 16 + inset / 2, y) for inset, y in reversed(cliff)]
    near = theme.strips[colour].near
    depth = mix(near, theme.ink, 0.42) if theme.light else theme.paper
    pen.polygon([(left + x, y) for x, y in (*cliff, *beyond)], fill=depth)
    wood, rope = (mix(theme.deck.brass, theme.deck.ink, share) for share in (0.35, 0.6))
    for plank in range(6):
        x, sag = left + 3 + plank * 9, 5 - abs(plank - 2.5) * 2
        pen.rounded_rectangle((x, middle - 20 + sag, x + 7, middle + 20 + sag), 2, fill=wood)
    for side in (-18, 12):
        ends = [(left, middle + side), (left + width / 2, middle + side + 7), (left + width, middle + side)]
        pen.line(ends, fill=rope, width=3)


def foot(canvas: Canvas, view: View, names: Sequence[str], texts: Texts, box: Box, theme: Theme) -> None:
    """The last turn, how far the expedition is, and whose turn; in mid-turn what was done so far and what is next."""
    upper, lower = box.top + 32, box.top + 74
    left, right = box.left + 22, box.right - 22
    placement = view.placement or (view.last_turn.placement if view.last_turn is not None else None)
    if placement is not None:
        image = sprites.tile(placement.card, sprites.TILE[0], theme.deck)
        canvas.stick(image, (left, box.top + (box.height - image.height) // 2))
        left += CHIP
    if view.unfinished:
        words = Label(so_far(view, texts), (left, upper), Style.REGULAR, SENTENCE, theme.ink, "lm")
        if words.width > right - left:
            words = replace(words, size=_SMALL_SENTENCE)
        canvas.write(words.within(right - left))
        canvas.write(Label(question(view, texts), (left, lower), Style.BOLD, 34, theme.accent, "lm", right - left))
        return
    words = with_room(partial(turn_of, view.turn, texts=texts), names, Style.BOLD, 34, _NOW)
    taken = canvas.write(Label(words, (right, lower), Style.BOLD, 34, theme.accent, "rm").within(_NOW))
    rest = right - left - 30 - taken
    if view.last_turn is not None:
        told = partial(turn_words, view.last_turn, texts=texts)
        if sentence(canvas, told, names, (left, upper), (right - left, rest), theme):
            return
    canvas.write(Label(stage(view, texts), (left, lower), Style.REGULAR, 29, theme.muted, "lm").within(rest))


def sentence(
    canvas: Canvas,
    told: Callable[[Sequence[str]], str],
    names: Sequence[str],
    at: tuple[float, float],
    rooms: tuple[float, float],
    theme: Theme,
) -> bool:
    """A sentence about ``names`` in one line, or smaller in two with a room each; returns whether it took two."""
    mark = order.mark(told([""] * len(names)))
    for limit in (NAME_LIMIT, _SHORT):
        whole = mark + told([short(name, limit) for name in names])
        if measure(whole, Style.REGULAR, SENTENCE) <= rooms[0]:
            canvas.write(Label(whole, at, Style.REGULAR, SENTENCE, theme.ink, "lm"))
            return False
    words = told([short(name, _SHORT) for name in names]).strip()
    first = next(iter(lines(words, rooms[0], _SMALL_SENTENCE)))
    rest = words[len(first) :].strip()
    for line, (text, room) in enumerate(zip((first, rest), rooms, strict=True)):
        place = (at[0], at[1] + line * _LEADING)
        canvas.write(Label(mark + text, place, Style.REGULAR, _SMALL_SENTENCE, theme.ink, "lm").within(room))
    return bool(rest)
