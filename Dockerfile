# The bot alone, without the local table. The database lives in the volume /data.
FROM python:3.11-slim

WORKDIR /sidecar
COPY requirements.txt constraints.txt ./
RUN pip install --no-cache-dir -r requirements.txt
COPY LICENSE ./
COPY bot bot
COPY cogs cogs
COPY data data

RUN useradd --system --home /data --create-home sidecar
USER sidecar
VOLUME /data
ENV DATABASE_URL=sqlite:////data/sidecar.db PYTHONUNBUFFERED=1

# No shell in between: SIGTERM reaches the bot, which answers what it is doing and closes the database.
CMD ["python", "-m", "bot"]
