/** Navigation state of a link to the pool that shows all players, whatever was looked for before. */
export const ALL_PLAYERS = { players: "all" } as const;

export const asksForAllPlayers = (state: unknown): boolean =>
	typeof state === "object" && state !== null && "players" in state && state.players === ALL_PLAYERS.players;
