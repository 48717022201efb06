"""What every drawing needs: curves and gradients."""

from itertools import pairwise
from typing import TypeAlias

from PIL import Image, ImageDraw

from render.theme import RGB, mix

Point: TypeAlias = tuple[float, float]


def curve(*points: Point, steps: int = 24) -> list[Point]:
    """Points along the Bezier curve of any degree with these control points."""
    return [_on_curve(points, step / steps) for step in range(steps + 1)]


def _on_curve(points: tuple[Point, ...], at: float) -> Point:
    if len(points) == 1:
        return points[0]
    return _on_curve(tuple((a + (c - a) * at, b + (d - b) * at) for (a, b), (c, d) in pairwise(points)), at)


def gradient(size: tuple[int, int], top: RGB, bottom: RGB) -> Image.Image:
    """An image (mode RGB) that goes from one tone to another downwards."""
    width, height = size
    image = Image.new("RGB", size)
    pen = ImageDraw.Draw(image)
    for y in range(height):
        pen.line((0, y, width, y), fill=mix(top, bottom, y / max(1, height - 1)))
    return image
