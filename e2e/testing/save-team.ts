import type { APIRequestContext } from "@playwright/test";
import type { PlayerFile } from "./season.ts";

const TEAM_SIZE = 21;

/** Saves a whole team under the cap: in each place the dearest player who costs at most a fifth more than its share of what is left. */
export async function saveTeam(api: APIRequestContext): Promise<void> {
	const players: readonly PlayerFile[] = await (await api.get("/json/fantasy/players.json")).json();
	const { rules } = await (await api.get("/json/fantasy/season.json")).json();
	const available = players
		.filter(({ status }) => !["injured", "not-playing"].includes(status))
		.toSorted((a, b) => b.cost - a.cost);
	let bank = rules.salaryCap;
	const taken = new Set<number>();
	const take = (line: string) => {
		const limit = Math.min(bank, (1.2 * bank) / (TEAM_SIZE - taken.size));
		const player = available.find(
			({ id, cost, position }) => cost <= limit && position.includes(line) && !taken.has(id),
		);
		if (!player) throw new Error(`No ${line} for ${limit} is left for a team`);
		bank -= player.cost;
		taken.add(player.id);
		return player.id;
	};
	const takeAll = (places: Readonly<Record<string, number>>) =>
		Object.fromEntries(
			Object.entries(places).map(([line, count]) => [line, Array.from({ length: count }, () => take(line))]),
		);
	const [lineup, bench] = [takeAll(rules.field), takeAll(rules.bench)];
	const [captainId, viceCaptainId] = lineup.MID ?? [];
	const marks = { captainId, viceCaptainId, emergency: Object.values(bench).flat() };
	const answer = await api.post("/api/en/fantasy/team/update", {
		data: { lineup, bench, utilityId: take("DEF"), ...marks },
	});
	if (!answer.ok()) throw new Error(await answer.text());
}
