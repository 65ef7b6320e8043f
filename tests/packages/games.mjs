// Plays a game of each kind by a simple rule, and says all that is told of it; `test_npm.py` does the same natively.
import {
  BadOption,
  BadPosition,
  fromPosition,
  games,
  IllegalMove,
  load,
  parse,
  replay,
  stringify,
} from "tafelrunde";

const MOST = 90;
const SEEDS = [7n, 2n ** 64n - 1n, 2n ** 128n - 1n];

async function refused(act) {
  try {
    await act();
  } catch (error) {
    const kind = [IllegalMove, BadOption, BadPosition].find(
      (each) => error instanceof each,
    );
    if (!kind) throw error;
    const { name, rule = null, field = null } = error;
    return {
      name,
      rule,
      field,
      texts: ["de", "en", "fr"].map((lang) => error.text(lang)),
    };
  }
  return null;
}

async function played(name, seed) {
  const game = await load(name);
  const match = game.new({ seed });
  const seats = [null, ...Array(match.view().options.players).keys()];
  const views = [];
  const refusals = [];
  for (let k = 0; k < MOST && match.actors().length; k++) {
    const actors = match.actors();
    const seat = actors[k % actors.length];
    const moves = match.moves(seat);
    if (k % 10 === 0) {
      views.push(seats.map((each) => [match.view(each), match.moves(each)]));
      refusals.push(
        await refused(() =>
          match.copy().play(seat, match.moves((seat + 1) % 2)[0] ?? "nothing"),
        ),
      );
      const said = match.explain(seat, "x");
      refusals.push([said.rule, said.text("fr")]);
    }
    match.play(seat, moves[(k * 7) % moves.length]);
  }
  const record = match.record();
  const same = [
    replay(parse(stringify(record))),
    fromPosition(match.position()),
  ].map(async (each) => (await each).view(0));
  return {
    name,
    options: game.options,
    levels: game.levels,
    playouts: { ...game.playouts({ games: 1500, seed: 3 }), seconds: 0 },
    views,
    refusals,
    events: seats.map((seat) => match.events(0, seat)),
    record,
    position: match.position(),
    result: match.result,
    again: await Promise.all(same),
  };
}

const found = [];
for (const name of games())
  for (const seed of SEEDS) found.push(await played(name, seed));
const wrong = [
  await refused(() => load("chess")),
  await refused(() => load("dog", { players: 17 })),
  await refused(() => load("dog", { colour: "red" })),
  await refused(async () => (await load("dog")).new({ seed: -1 })),
  await refused(async () => (await load("dog")).bot("clever")),
  await refused(async () => (await load("dog")).playouts({ games: 0 })),
  await refused(() => fromPosition({ game: "dog", pieces: 3 })),
  await refused(() => fromPosition({})),
  await refused(() =>
    replay({ game: "dog", seed: 7, version: 1, moves: [[0, "x"]] }),
  ),
];
console.log(stringify({ found, wrong }));
