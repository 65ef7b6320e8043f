// As small a game as can be that has secrets, turns and an end: everybody lays one of six numbers and draws another.

const { PlayerView } = require("boardgame.io/core");

exports.MOVES = 60;

exports.game = {
  name: "numbers",
  setup: ({ random }) => ({
    pile: [],
    players: Object.fromEntries([0, 1, 2, 3].map((seat) => [seat, { hand: random.D10(6) }])),
  }),
  moves: {
    lay: ({ G, playerID, random }, place) => {
      G.pile.push(G.players[playerID].hand[place]);
      G.players[playerID].hand[place] = random.D10();
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.pile.length === exports.MOVES ? { winner: "0" } : undefined),
  playerView: PlayerView.STRIP_SECRETS,
};
