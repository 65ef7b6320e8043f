// Four bots play each game against each other: `node example.mjs`
import { games, load } from 'tafelrunde'

for (const name of games()) {
  const game = await load(name)
  const match = game.new({ seed: 7n })
  const bot = game.bot('greedy', { seed: 1 })
  let moves = 0
  while (match.actors().length) {
    for (const seat of match.actors()) {
      const move = bot.choose(match, seat)
      if (move === null || !match.moves(seat).includes(move)) continue
      match.play(seat, move)
      moves++
    }
  }
  console.log(name, moves, match.result)
}
