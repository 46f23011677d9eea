# The bot as a container: docker compose up --detach. docs/hosting.md tells more, also how to pin the images by digest.
ARG PYTHON_IMAGE=python:3.12-slim-bookworm
FROM ${PYTHON_IMAGE} AS packages
COPY requirements/postgres.lock.txt /tmp/lock.txt
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r /tmp/lock.txt

FROM ${PYTHON_IMAGE}
# Settings name files below data/, here as anywhere: the volume is the data/ of the folder in which the bot is started.
# /data is where older versions had it.
RUN useradd --uid 10001 --create-home bot && install --directory --owner bot /srv/data && ln -s /srv/data /data
COPY --from=packages /venv /venv
COPY engine /app/engine
COPY render /app/render
COPY migrations /app/migrations
COPY bot /app/bot
COPY sandbox /app/sandbox
ENV PATH=/venv/bin:$PATH \
    PYTHONPATH=/app \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    MPLCONFIGDIR=/tmp/matplotlib \
    LOG_FORMAT=json
WORKDIR /srv
USER bot
VOLUME /srv/data
# SIGTERM lets the move in hand be finished; give it some seconds (docker stop --time 30).
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s --retries=2 CMD ["python", "-m", "bot.host.health"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run", "--discord"]
