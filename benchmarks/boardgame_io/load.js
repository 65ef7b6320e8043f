// Usage: node load.js ADDRESS MATCHES SECONDS: four clients a match, as many moves as possible; prints figures as JSON.
// As in load/clients.py, a move is done when all four have been told, and what is decoded is not looked at any further.

const crypto = require("node:crypto");
const { io } = require("socket.io-client");
const { game } = require("./game");

const SEATS = ["0", "1", "2", "3"];
const [address, matches, seconds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const waits = [];

class Match {
  constructor() {
    this.states = {};
    this.sockets = SEATS.map((seat) => {
      const socket = io(`${address}/${game.name}`, { transports: ["websocket"], forceNew: true });
      socket.on("sync", (id, { state }) => this.told(seat, id, state));
      socket.on("update", (id, state) => this.told(seat, id, state));
      return socket;
    });
  }

  async open() {
    this.id = crypto.randomUUID(); // the first who asks for an unknown match opens it
    this.states = {};
    for (const seat of SEATS) {
      await new Promise((done) => {
        this.sockets[seat].once("sync", done);
        this.sockets[seat].emit("sync", this.id, seat, undefined, SEATS.length);
      });
    }
  }

  /** Everybody has been told of this version. */
  until(version, act) {
    return new Promise((done) => {
      this.expected = version;
      this.done = done;
      act();
    });
  }

  told(seat, id, state) {
    if (id !== this.id) return;
    this.states[seat] = state;
    if (SEATS.every((each) => this.states[each]?._stateID >= this.expected)) this.done();
  }

  async play(end) {
    while (performance.now() < end) {
      const { ctx, _stateID: version } = this.states[0];
      if (ctx.gameover) {
        await this.open();
        continue;
      }
      const began = performance.now();
      const seat = ctx.currentPlayer;
      const payload = { type: "lay", args: [Math.floor(Math.random() * 6)], playerID: seat };
      // A move and the end of the turn are a version each.
      await this.until(version + 1, () => {
        this.sockets[Number(seat)].emit("update", { type: "MAKE_MOVE", payload }, version, this.id, seat);
      });
      waits.push(performance.now() - began);
    }
  }
}

async function main() {
  const all = Array.from({ length: matches }, () => new Match());
  for (const match of all) await match.open();
  console.log("ready");
  const began = performance.now();
  await Promise.all(all.map((match) => match.play(began + seconds * 1000)));
  const wall = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage();
  const found = { seconds: wall, cpu: (user + system) / 1e6, waits };
  process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit(0));
}

main();
