import { useSeason } from "../../../api/use-season.ts";

/** Puts the name beside every `player 1001` of a fault: feeds and their judges know numbers only. */
export function usePlayerNames(): (fault: string) => string {
	const season = useSeason();
	if (season.state !== "ready") return (fault) => fault;
	const { playerById } = season.value;
	return (fault) =>
		fault.replaceAll(/\bplayer (\d+)\b/g, (words, id) => {
			const player = playerById.get(Number(id));
			return player ? `${words} (${player.firstName} ${player.lastName})` : words;
		});
}
