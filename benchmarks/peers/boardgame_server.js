// A game of about St. Croix's size on boardgame.io's own server: hands, a draw pile and a discard pile, four players,
// secrets stripped for each viewer. `node boardgame_server.js PORT [FOLDER]`, with boardgame.io installed in the current
// folder; games are kept in memory, or in files in FOLDER by boardgame.io's own storage for that.
const from = (name) => require(require.resolve(name, { paths: [process.cwd()] }));
const { Server, FlatFile } = from('boardgame.io/server');

const KINDS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15', 'glass', 'lizard', 'cannon'];

const Ladder = {
  name: 'ladder',
  setup: ({ ctx, random }) => {
    let cards = [];
    for (let copy = 0; copy < 4; copy++) {
      KINDS.forEach((kind, value) => cards.push({ id: `${kind}-${copy}`, kind, value, name: `Card ${kind} (${copy})` }));
    }
    cards = random.Shuffle(cards);
    const players = {};
    for (let seat = 0; seat < ctx.numPlayers; seat++) {
      players[seat] = { hand: cards.splice(0, 7), table: [], mystery: cards.splice(0, 4) };
    }
    return { secret: { deck: cards }, players, pile: [], gone: 0, deckSize: cards.length, log: [] };
  },
  playerView: ({ G, playerID }) => {
    const { secret, ...open } = G;
    const players = {};
    for (const [seat, player] of Object.entries(G.players)) {
      players[seat] =
        seat === playerID
          ? { ...player, mystery: player.mystery.length }
          : { hand: player.hand.length, table: player.table, mystery: player.mystery.length };
    }
    return { ...open, players };
  },
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, events, random }, index) => {
        const me = G.players[playerID];
        const [card] = me.hand.splice(index % me.hand.length, 1);
        G.pile.push(card);
        if (G.pile.length > 20) G.pile = G.pile.slice(-4);
        const drawn = G.secret.deck.pop();
        if (drawn) me.hand.push(drawn);
        else G.secret.deck = random.Shuffle(me.mystery.map((one) => ({ ...one })));
        if (me.hand.length === 0) me.hand.push(card);
        G.deckSize = G.secret.deck.length;
        G.log.push(`${playerID} plays ${card.name}`);
        if (G.log.length > 40) G.log.shift();
        events.endTurn();
      },
    },
  },
};

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [Ladder], origins: [/.*/], db });
server.run({ port: Number(port), callback: () => console.log('ready') });
