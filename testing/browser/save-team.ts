import type { APIRequestContext } from "@playwright/test";
import type { PlayerFile } from "./season.ts";

const TEAM_SIZE = 21;

/** Saves a complete team under the cap. Each slot gets the most expensive player within 120 % of its share of the money left. */
export async function saveTeam(api: APIRequestContext): Promise<void> {
	const players: readonly PlayerFile[] = await (await api.get("/json/fantasy/players.json")).json();
	const { rules } = await (await api.get("/json/fantasy/season.json")).json();
	const available = players
		.filter(({ status }) => !["injured", "not-playing"].includes(status))
		.toSorted((a, b) => b.cost - a.cost);
	let bank = rules.salaryCap;
	const usedIds = new Set<number>();
	const pickPlayer = (line: string) => {
		const limit = Math.min(bank, (1.2 * bank) / (TEAM_SIZE - usedIds.size));
		const player = available.find(
			({ id, cost, position }) => cost <= limit && position.includes(line) && !usedIds.has(id),
		);
		if (!player) throw new Error(`No ${line} is left for at most ${limit}`);
		bank -= player.cost;
		usedIds.add(player.id);
		return player.id;
	};
	const pickPlayers = (slotCounts: Readonly<Record<string, number>>) =>
		Object.fromEntries(
			Object.entries(slotCounts).map(([line, count]) => [line, Array.from({ length: count }, () => pickPlayer(line))]),
		);
	const [lineup, bench] = [pickPlayers(rules.field), pickPlayers(rules.bench)];
	const [captainId, viceCaptainId] = lineup.MID ?? [];
	const roles = { captainId, viceCaptainId, emergency: Object.values(bench).flat() };
	const response = await api.post("/api/en/fantasy/team/update", {
		data: { lineup, bench, utilityId: pickPlayer("DEF"), ...roles },
	});
	if (!response.ok()) throw new Error(await response.text());
}
