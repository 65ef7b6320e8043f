// Usage: node server.js [FOLDER]: a server on a free port, in memory or with FlatFile; prints its address.

const { FlatFile, Origins, Server } = require("boardgame.io/server");
const { game } = require("./game");

const folder = process.argv[2];
const server = Server({
  games: [game],
  origins: [Origins.LOCALHOST],
  ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
});
const print = console.log;
console.log = () => {};
server.run({ port: 0 }).then(({ appServer }) => print(`http://127.0.0.1:${appServer.address().port}`));
