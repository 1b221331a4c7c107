import type { FastifyInstance } from "fastify";
import { buildLineupView } from "../../apps/server/features/team/team-view.ts";
import { createEmptyLineup } from "../../packages/rules/lineup/slots.ts";
import { type Figures, measureMs, summarise } from "../measure.ts";
import type { SeededManagers } from "./seed-managers.ts";

const FLOODERS = 30;

/**
 * Measures a manager's saves in milliseconds, first alone and then while thirty other accounts send one autofill after
 * another. `savedTeam` is the body of team/update.
 */
export async function measureAutofillFlood(
	app: FastifyInstance,
	{ notStartedTokens, season }: SeededManagers,
	{ savedTeam, saves }: { readonly savedTeam: object; readonly saves: number },
): Promise<{ readonly alone: Figures; readonly flooded: Figures }> {
	const post = async (path: "update" | "autopick", token: string, payload: object) => {
		const headers = { "x-sid": token };
		const { statusCode, body } = await app.inject({
			method: "POST",
			url: `/api/en/fantasy/team/${path}`,
			headers,
			payload,
		});
		// The flood is meant to reach autofill's limit per minute, and to find it busy.
		const isLimited = path === "autopick" && (statusCode === 429 || body.includes('"code":"autopick-busy"'));
		const isExpected = statusCode === 200 || isLimited;
		if (!isExpected) throw new Error(`team/${path} answered ${statusCode}: ${body}`);
	};
	const [saver = "", ...others] = notStartedTokens;
	const measureSaves = async () => {
		const times: number[] = [];
		for (let count = 0; count < saves; count++) times.push(await measureMs(() => post("update", saver, savedTeam)));
		return summarise(times);
	};
	// Warms up the server.
	await measureSaves();
	const alone = await measureSaves();

	const draft = buildLineupView(createEmptyLineup(season.rules));
	let isFlooding = true;
	const flood = others.slice(0, FLOODERS).map(async (token) => {
		while (isFlooding) await post("autopick", token, draft);
	});
	const flooding = Promise.all(flood);
	try {
		return { alone, flooded: await measureSaves() };
	} finally {
		isFlooding = false;
		await flooding;
	}
}
