import type { APIRequestContext } from "@playwright/test";
import type { PlayerFile } from "./season.ts";

const TEAM_SIZE = 21;

/** Saves a whole team under the cap: the dearest players that cost no more than a place's share of it. */
export async function saveTeam(api: APIRequestContext): Promise<void> {
	const players: readonly PlayerFile[] = await (await api.get("/json/fantasy/players.json")).json();
	const { rules } = await (await api.get("/json/fantasy/season.json")).json();
	const share = rules.salaryCap / TEAM_SIZE;
	const left = players
		.filter(({ cost, status }) => cost <= share && !["injured", "not-playing"].includes(status))
		.toSorted((a, b) => b.cost - a.cost);
	const take = (line: string) => {
		const at = left.findIndex(({ position }) => position.includes(line));
		const [player] = at < 0 ? [] : left.splice(at, 1);
		if (!player) throw new Error(`No ${line} is left for a team`);
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
