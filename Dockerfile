FROM node:24-slim AS pages

WORKDIR /app
COPY web/package.json web/package-lock.json web/
RUN cd web && npm ci --no-fund --no-audit
COPY web web
RUN cd web && npm run build

FROM python:3.11-slim

RUN useradd --uid 1000 --create-home tafelrunde && install -d -o tafelrunde /data
WORKDIR /app
COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY --from=pages /app/src/tafelrunde/server/pages src/tafelrunde/server/pages
RUN pip install --no-cache-dir --no-deps --no-build-isolation .

USER tafelrunde
# Rules and bots become machine code here, not while the first players wait.
RUN ["python", "-m", "tafelrunde.bots.warm_up"]

ENV TAFELRUNDE_HOST=0.0.0.0 TAFELRUNDE_PORT=8000 TAFELRUNDE_DATA=/data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["python", "-c", "import os, urllib.request as web; web.urlopen('http://127.0.0.1:' + os.environ['TAFELRUNDE_PORT'] + '/healthz', timeout=4)"]
CMD ["tafelrunde", "serve"]
