import { Agent, type ClientRequest, request } from "node:http";
import type { SuccessOf } from "@first-bounce/contract/call";
import type { showDraftBoard } from "@first-bounce/contract/draft/draft";
import type { LiveDraft } from "@first-bounce/contract/live";
import type { PlayerId } from "@first-bounce/rules/ids";
import { createRandom } from "../../apps/server/features/seasons/generator/random.ts";
import { openLiveStream } from "../live-events.ts";
import type { SeededDraft } from "./seed-drafts.ts";

type Board = SuccessOf<typeof showDraftBoard>;
/** How long a manager thinks. */
const THINKING_MS = { least: 2_000, most: 5_000 };
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

export interface Figures {
	/** How long answers to picks took, in milliseconds. */
	readonly answers: number[];
	/** From sending a pick until another member has it, in milliseconds. */
	readonly deliveries: number[];
	/** From the deadline on screen until an autopick, in milliseconds. */
	readonly autopicks: number[];
	readonly acknowledged: { readonly leagueId: number; readonly overallPick: number; readonly playerId: PlayerId }[];
	readonly refusals: string[];
	boards: number;
}

export const createFigures = (): Figures => ({
	answers: [],
	deliveries: [],
	autopicks: [],
	acknowledged: [],
	refusals: [],
	boards: 0,
});

/** Sends a call and returns what it answers. */
function send<Answer>(
	{ address, token }: { readonly address: string; readonly token: string },
	path: string,
	body?: object,
): Promise<Answer> {
	const { promise, resolve, reject } = Promise.withResolvers<Answer>();
	const text = body === undefined ? undefined : JSON.stringify(body);
	const headers = { "x-sid": token, ...(text === undefined ? {} : { "content-type": "application/json" }) };
	const sent = request(
		`${address}/api/en${path}`,
		{ agent, method: text === undefined ? "GET" : "POST", headers },
		(response) => {
			const chunks: Buffer[] = [];
			response.on("data", (chunk: Buffer) => chunks.push(chunk));
			response.on("error", reject);
			response.on("end", () => {
				const answer = Buffer.concat(chunks).toString();
				if (response.statusCode === 200) resolve(JSON.parse(answer).success);
				else reject(new Error(`${path} answered ${response.statusCode}: ${answer}`));
			});
		},
	);
	sent.on("error", reject);
	sent.end(text);
	return promise;
}

/** What the members of a room know together; only to measure. */
interface RoomRecord {
	/** When the pick with this number was sent. */
	readonly sentAt: Map<number, { readonly at: number; readonly by: number }>;
	/** The deadline on screen of the pick with this number. */
	readonly deadlines: Map<number, number>;
	readonly autopicked: Set<number>;
}

interface RoomOptions {
	readonly address: string;
	readonly script: readonly PlayerId[];
	readonly figures: Figures;
	/** Whether one member never comes, so that her clock runs out. */
	readonly hasAbsentee: boolean;
}

/** Connects the members of a league, who draft once it starts. */
export async function openRoom({ leagueId, members }: SeededDraft, options: RoomOptions) {
	const { address, script, figures, hasAbsentee } = options;
	const record: RoomRecord = { sentAt: new Map(), deadlines: new Map(), autopicked: new Set() };
	const random = createRandom(`room ${leagueId}`);
	const path = `/draft/draft-process/${leagueId}`;
	const present = members.filter((_, index) => !(hasAbsentee && index === 1));
	const pending = new Set<Promise<void>>();
	const timers = new Set<NodeJS.Timeout>();
	const streams: ClientRequest[] = [];
	const readers: (() => void)[] = [];
	let isOver = false;

	const pick = async (member: number, overallPick: number): Promise<void> => {
		const playerId = script[overallPick - 1] ?? 0;
		const at = performance.now();
		record.sentAt.set(overallPick, { at, by: member });
		try {
			const account = { address, token: members[member]?.token ?? "" };
			await send(account, `${path}/pick`, { overallPick, playerId, key: crypto.randomUUID() });
			figures.answers.push(performance.now() - at);
			figures.acknowledged.push({ leagueId, overallPick, playerId });
		} catch (error) {
			figures.refusals.push(String(error));
		}
	};
	const recordBoard = (board: Board, member: number): void => {
		const now = performance.now();
		const { activePick, deadline } = board;
		if (activePick && deadline) record.deadlines.set(activePick.overallPick, Date.parse(deadline));
		for (const { overallPick, madeAt, madeBy } of board.completedPicks) {
			const sent = record.sentAt.get(overallPick);
			if (sent && sent.by !== member) figures.deliveries.push(now - sent.at);
			if (madeBy !== "autopick" || record.autopicked.has(overallPick)) continue;
			record.autopicked.add(overallPick);
			figures.autopicks.push(Date.parse(madeAt) - (record.deadlines.get(overallPick) ?? Number.NaN));
		}
	};
	const join = async (token: string): Promise<void> => {
		const member = members.findIndex((other) => other.token === token);
		let version = 0;
		let wanted = 0;
		let planned = 0;
		let isReading = false;
		const plan = ({ activePick }: Board): void => {
			if (!activePick || activePick.teamId !== members[member]?.teamId || planned >= activePick.overallPick) return;
			planned = activePick.overallPick;
			const { overallPick } = activePick;
			const timer = setTimeout(
				() => {
					timers.delete(timer);
					const picking = pick(member, overallPick).finally(() => pending.delete(picking));
					pending.add(picking);
				},
				random.between(THINKING_MS.least, THINKING_MS.most),
			);
			timers.add(timer);
		};
		/** As the web: one request at a time, and another one if there is a newer version by then. */
		const read = async (): Promise<void> => {
			if (isReading) return;
			isReading = true;
			while (version < wanted && !isOver) {
				const board = await send<Board>({ address, token }, `${path}/draft-board?since=${version}`);
				figures.boards++;
				recordBoard(board, member);
				version = Math.max(version + 1, board.version);
				plan(board);
			}
			isReading = false;
		};
		const want = (newest: number) => {
			wanted = Math.max(wanted, newest);
			read().catch((error) => figures.refusals.push(String(error)));
		};
		const onData = (data: string) => want((JSON.parse(data) as LiveDraft).version);
		streams.push(await openLiveStream(address, token, { event: "draft", onData }));
		readers.push(() => want(version + 1));
	};
	for (const { token } of present) await join(token);
	return {
		start: async (): Promise<void> => {
			await send({ address, token: present[0]?.token ?? "" }, `${path}/start`, {});
			// A stream is linked to its user after it has opened, so the start may have been missed.
			for (const readNow of readers) readNow();
		},
		/** Stops the members, once no pick is under way. */
		stop: async (): Promise<void> => {
			for (const timer of timers) clearTimeout(timer);
			await Promise.all(pending);
			isOver = true;
			for (const stream of streams) stream.destroy();
		},
	};
}
