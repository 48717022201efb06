"""Any name in any script stands on a picture: in its place, within its room, in its reading order."""

from concurrent.futures import ThreadPoolExecutor
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFont, ImageStat

from render import fonts
from render.fonts import Anchor, Style, clusters, faces, order

SIZE = 30
FAMILY = "👨\u200d👩\u200d👧\u200d👦"
GERMANY = "🇩🇪"
WALES = "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
HARD = [
    "",
    " ",
    "\x00\x07\x1b[31m",
    "line\nbreak\r\n\ttab\u2028\u2029",
    "\ud800",
    "lone\udfffhalf",
    "e" + "\u0301" * 1000,
    "\u0301" * 1000,
    "\u200b\u2060\ufeff\u00ad\u200d\u200c",
    "\ufe0f\ufe0e\U000e0100",
    "\u202eabc\u2066def\u2069",
    FAMILY * 20,
    GERMANY + "🇩",
    WALES,
    "👩🏽\u200d🚀 1\ufe0f\u20e3 ❤\ufe0f",
    "محمد عبد الله",
    "שָׁלוֹם",
    "กำปู่",
    "क्षत्रिय",
    "\u1100\u1161\u11a8",
    "\u3164\uffa0",
    "\U0010ffff\ue000\ufffe",
    "﷽" * 40,
    "x" * 100_000,
]


@pytest.fixture(params=["shaped", "unshaped"])
def shaping(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Both ways of setting text; the second is what a machine without libfribidi does."""
    shaped = request.param == "shaped"
    if shaped and not fonts.SHAPING:
        pytest.skip("text shaping needs the system library libfribidi")
    monkeypatch.setattr(fonts, "SHAPING", shaped)
    return shaped


def picture(text: str, style: Style = Style.BOLD, max_width: float | None = None) -> Image.Image:
    image = Image.new("L", (400, 80))
    fonts.draw(image, (40, 50), text, style, SIZE, "white", max_width=max_width)
    return image


def ink(text: str, style: Style = Style.BOLD) -> tuple[int, int, int, int] | None:
    return picture(text, style).getbbox()


class TestAnyString:
    @pytest.mark.usefixtures("shaping")
    @pytest.mark.parametrize("text", HARD, ids=range(len(HARD)))
    def test_hard_ones_are_drawn_within_their_room(self, text: str) -> None:
        for style in Style:
            image = Image.new("RGB", (300, 60))
            assert 0 <= fonts.draw(image, (5, 40), text, style, SIZE, "white", max_width=120) <= 120
            fonts.measure(text, style, SIZE)

    @settings(deadline=None)
    @given(st.text(st.characters()), st.sampled_from(Style), st.integers(1, 40), st.none() | st.floats(-5, 200))
    def test_whatever_it_is(self, text: str, style: Style, size: int, max_width: float | None) -> None:
        with pytest.MonkeyPatch.context() as patch:
            for shaped in {fonts.SHAPING, False}:
                patch.setattr(fonts, "SHAPING", shaped)
                width = fonts.draw(Image.new("RGBA", (60, 30)), (-10, 20), text, style, size, "red", "mm", max_width)
                assert max_width is None or width <= max(0, max_width)
                assert width == fonts.measure(text, style, size, max_width)

    @pytest.mark.usefixtures("shaping")
    def test_marks_do_not_pile_up_over_the_neighbours(self) -> None:
        box = ink("o" + "\u0301\u0323" * 500)
        assert box is not None
        assert box[1] >= 50 - 1.2 * SIZE
        assert box[3] <= 50 + 0.5 * SIZE + 1

    @pytest.mark.usefixtures("shaping")
    def test_what_would_break_or_turn_the_line_is_taken_out(self) -> None:
        assert picture("a\nb\tc") == picture("a b c")
        assert picture("ab\u202ecd\u202c") == picture("abcd")

    def test_an_unknown_character_is_a_box(self) -> None:
        assert ink("\ue123") is not None
        assert picture("\ue123") == picture("\U0010ffff")
        assert fonts.measure("\ue123" * 3, Style.BOLD, SIZE) == pytest.approx(
            3 * fonts.measure("\ue123", Style.BOLD, SIZE)
        )

    def test_letters_in_fancy_dress_are_drawn_plain(self) -> None:
        dressed = "".join(
            chr(ord(letter) - ord("A") + ord("\N{MATHEMATICAL BOLD SCRIPT CAPITAL A}")) for letter in "FANCY"
        )
        assert picture(dressed) == picture("FANCY")

    @pytest.mark.parametrize("source", faces.SOURCES, ids=lambda source: source.family)
    def test_every_glyph_can_be_drawn(self, source: faces.Source) -> None:
        """FreeType gives up on a few intricate glyphs; none of those is ever asked for."""
        every = 23 if source is faces.CJK else 1
        characters = [
            chr(code)
            for first, last in zip(*faces.coverage(source), strict=True)
            for code in range(first, last + 1, every)
        ]
        for style in (Style.REGULAR, Style.BOLD):
            font = faces.load(source, style.weight, 20, ImageFont.Layout.BASIC)
            for part in chain.from_iterable(map(clusters.split, characters)):
                font.getmask(part)

    def test_threads_may_draw_at_once(self) -> None:
        names = ["Alice", "محمد", "王小明", "👩🏽\u200d🚀", "Ольга"] * 8
        with ThreadPoolExecutor(4) as threads:
            together = list(threads.map(picture, names))
        assert together == [picture(name) for name in names]


class TestScripts:
    @pytest.mark.parametrize(
        "characters",
        [
            pytest.param("".join(map(chr, range(0xA1, 0x180))).replace("\xad", ""), id="Latin"),
            pytest.param("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩάέήίόύώςϊϋΐΰ", id="Greek"),
            pytest.param("".join(map(chr, range(0x400, 0x460))), id="Cyrillic"),
            pytest.param("".join(map(chr, range(0x5D0, 0x5EB))), id="Hebrew"),
            pytest.param("".join(map(chr, (*range(0x621, 0x63B), *range(0x641, 0x64B)))) + "پچژگکی", id="Arabic"),
            pytest.param("".join(map(chr, (*range(0xE01, 0xE3B), *range(0xE3F, 0xE5C)))), id="Thai"),
            pytest.param("".join(map(chr, range(0x3041, 0x3097))), id="Hiragana"),
            pytest.param("".join(map(chr, range(0xAC00, 0xD7A4))), id="Hangul"),
            pytest.param("🎲🏆🔥💀😀🥇🦄🫠🐉🎉👑🌊", id="emoji"),
        ],
    )
    def test_alphabets_have_glyphs(self, characters: str) -> None:
        assert missing(characters) == ""

    @pytest.mark.parametrize(
        ("codec", "rows"),
        [
            pytest.param("gb2312", range(0xB0, 0xF8), id="simplified"),
            pytest.param("big5", range(0xA4, 0xC6), id="traditional"),
            pytest.param("euc_jp", range(0xB0, 0xF4), id="Japanese"),
            pytest.param("euc_kr", range(0xCA, 0xFD), id="Korean"),
        ],
    )
    def test_the_national_sets_of_han_have_glyphs(self, codec: str, rows: range) -> None:
        codes = b"".join(bytes((row, column)) for row in rows for column in range(0xA1, 0xFF))
        han = codes.decode(codec, errors="ignore")
        assert len(han) > 3000
        assert missing(han) == ""

    def test_joined_arabic_forms_have_glyphs_for_machines_that_cannot_shape(self) -> None:
        assert missing("".join(map(chr, range(0xFE80, 0xFEFD)))) == ""

    @pytest.mark.usefixtures("shaping")
    def test_arabic_letters_join(self) -> None:
        assert difference(picture("محمد"), row(["د", "م", "ح", "م"])) > 0.3 * ImageStat.Stat(picture("محمد")).sum[0]

    @pytest.mark.usefixtures("shaping")
    def test_a_sentence_in_one_character_is_spelled_out(self) -> None:
        assert picture("\N{ARABIC LIGATURE BISMILLAH AR-RAHMAN AR-RAHEEM}") == picture("بسم الله الرحمن الرحيم")

    @pytest.mark.usefixtures("shaping")
    def test_an_emoji_of_several_people_is_one_glyph(self) -> None:
        assert fonts.measure(FAMILY, Style.BOLD, SIZE) < 1.5 * fonts.measure("👨", Style.BOLD, SIZE)

    def test_the_large_font_is_opened_only_for_those_who_need_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        opened: list[str] = []

        def record(path: str, size: int, *, layout_engine: ImageFont.Layout) -> ImageFont.FreeTypeFont:
            opened.append(path)
            return truetype(path, size, layout_engine=layout_engine)

        truetype = ImageFont.truetype
        monkeypatch.setattr(ImageFont, "truetype", record)
        picture_at_a_new_size = Image.new("L", (200, 50))
        fonts.draw(picture_at_a_new_size, (0, 40), "Łukasz Ольга 10", Style.BOLD, 23, "white")
        assert not [path for path in opened if "CJK" in path]
        fonts.draw(picture_at_a_new_size, (0, 40), "王", Style.BOLD, 23, "white")
        assert [path for path in opened if "CJK" in path]


def missing(characters: str) -> str:
    sources = faces.chain(Style.BOLD)
    return "".join(c for c in characters if not any(faces.covers(source, c) for source in sources))


class TestOrder:
    @pytest.mark.parametrize(
        ("text", "seen"),
        [
            ("abc", "abc"),
            ("אבג", "גבא"),
            ("abc אבג", "abc גבא"),
            ("אבג abc", "abc גבא"),
            ("אבג 12", "12 גבא"),
            ("אבג 1,2 ד", "ד 1,2 גבא"),
            ("אבג 5%", "5% גבא"),
            ("مر 5%", "%5 رم"),
            ("مر 1-2", "2-1 رم"),
            ("a אב, גד b", "a דג ,בא b"),
            ("a אב! b", "a בא! b"),
            ("אב (cd) ה", "ה )cd( בא"),
            ("-5", "-5"),
            ("", ""),
        ],
    )
    def test_parts_stand_as_the_bidirectional_algorithm_says(self, text: str, seen: str) -> None:
        """Brackets are turned later, by the font or by the fallback."""
        assert "".join(text[index] for index in order.visual(order.levels(text, order.base(text) or 0))) == seen

    @pytest.mark.usefixtures("shaping")
    @pytest.mark.parametrize(
        ("text", "from_left_to_right", "wrong"),
        [
            pytest.param("אש", ["ש", "א"], ["א", "ש"], id="letters"),
            pytest.param("(א", ["א", ")"], ["א", "("], id="brackets are turned"),
            pytest.param("Bob אש", ["Bob ", "ש", "א"], ["Bob ", "א", "ש"], id="within Latin"),
            pytest.param("王א", ["王", "א"], ["א", "王"], id="across fonts"),
            pytest.param("א王", ["王", "א"], ["א", "王"], id="across fonts, right to left"),
        ],
    )
    def test_names_are_drawn_in_that_order(self, text: str, from_left_to_right: list[str], wrong: list[str]) -> None:
        assert difference(picture(text), row(from_left_to_right)) < 0.5 * difference(picture(text), row(wrong))

    @pytest.mark.usefixtures("shaping")
    def test_the_ellipsis_of_a_name_that_runs_left_stands_at_its_left(self) -> None:
        cut = picture("אבגדהוזחטיכלמנסעפצ", max_width=150)
        end = cut.crop((40, 0, 48, 80)).getbbox()
        assert end is not None
        assert end[1] > 50 - SIZE / 4


def row(parts: list[str]) -> Image.Image:
    image = Image.new("L", (400, 80))
    x = 40.0
    for part in parts:
        x += fonts.draw(image, (x, 50), part, Style.BOLD, SIZE, "white")
    return image


def difference(one: Image.Image, other: Image.Image) -> float:
    return ImageStat.Stat(ImageChops.difference(one, other)).sum[0]


class TestEllipsis:
    @pytest.mark.usefixtures("shaping")
    @pytest.mark.parametrize(
        "unit", ["m", "é", "ก็", "王", "שׁ", GERMANY, FAMILY, WALES, "👩🏽\u200d🚀", "e\u0323\u0302"]
    )
    def test_never_cuts_inside_a_cluster(self, unit: str) -> None:
        text = unit * 30
        whole = [unit * kept + "…" for kept in range(31)]
        for room in range(20, 200, 17):
            width = fonts.measure(text, Style.BOLD, SIZE, max_width=room)
            assert width <= room
            assert any(picture(text, max_width=room) == picture(shorter) for shorter in whole) or width == 0

    def test_keeps_as_much_as_fits(self) -> None:
        room = fonts.measure("Alexandra…", Style.BOLD, SIZE)
        assert picture("Alexandra the Great", max_width=room) == picture("Alexandra…")

    def test_stands_at_the_last_word_without_a_gap(self) -> None:
        room = fonts.measure("Alexandra  …", Style.BOLD, SIZE)
        assert picture("Alexandra  the Great", max_width=room) == picture("Alexandra…")

    def test_leaves_alone_what_fits(self) -> None:
        assert picture("Alice", max_width=fonts.measure("Alice", Style.BOLD, SIZE)) == picture("Alice")

    def test_nothing_is_drawn_where_not_even_it_fits(self) -> None:
        assert picture("Alice", max_width=3).getbbox() is None

    def test_shows_that_an_endless_text_goes_on(self) -> None:
        for endless in ("x" * 10**6, "W" * 450):
            assert fonts.measure(endless, Style.BOLD, SIZE) <= 4096
        assert fonts.measure("i" * 501, Style.BOLD, 7) > fonts.measure("i" * 499, Style.BOLD, 7)


class TestPlace:
    @pytest.mark.parametrize(
        ("anchor", "left", "top"),
        [("lt", 100, 60), ("ls", 100, 60 - 21), ("rs", 80, 60 - 21), ("mm", 90, 60 - 10), ("rt", 80, 60)],
    )
    def test_anchors(self, anchor: Anchor, left: int, top: int) -> None:
        """The letters of the bold style are 21 pixels tall at 30; HI is about 20 wide."""
        image = Image.new("L", (200, 120))
        width = fonts.draw(image, (100, 60), "HI", Style.BOLD, SIZE, "white", anchor)
        box = image.getbbox()
        assert box is not None
        assert fonts.cap_height(Style.BOLD, SIZE) == pytest.approx(21, abs=1)
        scale = width / 20
        assert box[0] == pytest.approx(100 - (100 - left) * scale, abs=3)
        assert box[1] == pytest.approx(top, abs=2)

    def test_descenders_stay_above_the_lowest_anchor(self) -> None:
        for style in Style:
            image = Image.new("L", (200, 120))
            fonts.draw(image, (10, 60), "gjpqy", style, SIZE, "white", "ld")
            box = image.getbbox()
            assert box is not None
            assert box[3] <= 61

    @pytest.mark.parametrize("figure", "0123456789")
    @pytest.mark.parametrize("style", Style)
    def test_figures_are_as_tall_as_capitals(self, style: Style, figure: str) -> None:
        box = ink(figure, style)
        assert box is not None
        assert box[3] - box[1] == pytest.approx(fonts.cap_height(style, SIZE), abs=1.5)

    def test_ink_on_a_transparent_picture_has_the_colour_alone(self) -> None:
        image = Image.new("RGBA", (100, 60))
        fonts.draw(image, (5, 40), "Ab", Style.BOLD, SIZE, (200, 100, 50, 255))
        colours = image.getcolors(6000)
        assert colours is not None
        assert {colour[:3] for _, colour in colours if isinstance(colour, tuple) and colour[3] > 8} == {(200, 100, 50)}

    def test_translucent_ink(self) -> None:
        image = Image.new("RGBA", (100, 60))
        fonts.draw(image, (5, 40), "II", Style.BOLD, SIZE, (255, 255, 255, 128))
        assert image.getchannel("A").getextrema() == (0, 128)

    @pytest.mark.parametrize("mode", ["L", "RGB", "RGBA"])
    def test_ink_outside_the_picture_is_left_out(self, mode: str) -> None:
        image = Image.new(mode, (20, 20))
        for xy in ((-500, 10), (500, 10), (5, -500), (5, 500), (-10, 15)):
            fonts.draw(image, xy, "Alice", Style.BOLD, SIZE, "white")
        assert image.size == (20, 20)


class TestReport:
    def test_every_family_is_installed(self) -> None:
        assert fonts.report().missing == ()
        assert "Barlow Condensed" in fonts.report().found

    def test_a_family_that_is_not_installed_is_named_and_passed_over(self, monkeypatch: pytest.MonkeyPatch) -> None:
        absent = faces.Source("Absent Sans", "no_such_package", "Absent.ttf")
        monkeypatch.setattr(fonts, "SOURCES", (absent, *faces.SOURCES))
        assert fonts.report().missing == ("Absent Sans",)
        assert not faces.covers(absent, "A")

    def test_says_whether_text_can_be_shaped(self) -> None:
        found = fonts.report()
        assert (found.raqm and found.fribidi) == fonts.SHAPING
