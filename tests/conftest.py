"""What holds for every test."""

import pytest

REAL_TIME = ("wire", "browser", "crash")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that run in real time go one after the other, beside all others: they must not wait for each other."""
    for item in items:
        if any(item.get_closest_marker(name) for name in REAL_TIME):
            item.add_marker(pytest.mark.xdist_group("real-time"))
