FROM python:3.11.14-slim-bookworm AS build
COPY requirements.lock /
RUN python -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --require-hashes -r /requirements.lock

FROM python:3.11.14-slim-bookworm
# FriBiDi shapes names in every script. Debian removes old versions of a package, so a pinned one would soon be gone.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends libfribidi0 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --no-create-home bot \
    && install -d -o bot /data
COPY --from=build /opt/venv /opt/venv
WORKDIR /opt/lost-cities
COPY rules rules
COPY render render
COPY bot bot
RUN python -m compileall -q .
ENV PATH=/opt/venv/bin:$PATH \
    DATABASE=/data/lost-cities.sqlite3 \
    HEARTBEAT=/tmp/heartbeat
USER 10001
VOLUME /data
HEALTHCHECK --interval=30s --start-period=60s CMD ["python", "-m", "bot.health"]
ENTRYPOINT ["python", "-m", "bot"]
