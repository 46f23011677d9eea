# The bot as a container: docker compose up --detach. docs/hosting.md tells more.
FROM python:3.12-slim AS packages
COPY requirements/postgres.lock.txt /tmp/lock.txt
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r /tmp/lock.txt

FROM python:3.12-slim
RUN useradd --uid 10001 --create-home bot && install --directory --owner bot /data
COPY --from=packages /venv /venv
WORKDIR /app
COPY engine engine
COPY render render
COPY migrations migrations
COPY bot bot
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    MPLCONFIGDIR=/tmp/matplotlib \
    DATABASE_URL=sqlite:////data/stationmaster.db \
    BACKUP_DIR=/data/backups \
    SANDBOX_DIR=/data/sandbox \
    HEALTH_FILE=/tmp/health.json \
    LOG_FORMAT=json
USER bot
VOLUME /data
# SIGTERM lets the move in hand be finished; give it some seconds (docker stop --time 30).
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s --retries=2 CMD ["python", "-m", "bot.host.health"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run", "--discord"]
