// What TypeScript knows of the package: each error that is expected here is one.
import {
  BadOption,
  fromPosition,
  games,
  IllegalMove,
  load,
  replay,
  stringify,
  type Name,
  type Position,
} from "tafelrunde";

const names: Name[] = games();
const game = await load("dog", { players: 4 });
const match = game.new({ seed: 7n });
const hands: (string[] | null)[] = match.view(0).hands;
const move: string | null = game.bot("good", { seed: 1 }).choose(match, 0);
const refusal: IllegalMove | null = match.explain(0, "A h>0");
const rule: string | null | undefined = refusal?.rule;
for (const event of match.events())
  if (event.type === "dealt") console.log(event.cards);
const again = await replay<"dog">(match.record());
const position: Position = (await fromPosition(again.position())).position();
const seconds: number = game.playouts({ games: 10 }).seconds;
console.log(names, hands, move, rule, stringify(position), seconds, BadOption);

// @ts-expect-error there is no such game
await load("chess");
// @ts-expect-error Denkste! has no such option
await load("denkste", { players: 2, colour: "red" });
// @ts-expect-error a view of Dog has no lifts
console.log(match.view(0).lifts);
// @ts-expect-error a move is a text
match.play(0, 7);
