import { useSeason } from "../../../api/use-season.ts";

/** Adds the name to every `player 1001` in a message, because the server's feed checks report only ids. */
export function usePlayerNames(): (message: string) => string {
	const season = useSeason();
	if (season.state !== "ready") return (message) => message;
	const { playerById } = season.value;
	return (message) =>
		message.replaceAll(/\bplayer (\d+)\b/g, (match, id) => {
			const player = playerById.get(Number(id));
			return player ? `${match} (${player.firstName} ${player.lastName})` : match;
		});
}
