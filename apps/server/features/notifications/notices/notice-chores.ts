import type { Pool } from "pg";
import { createRunner } from "../../match-day/engine/runner.ts";
import { createNoticeWriter } from "./create-notices.ts";
import { deliverNotices, type NoticeDelivery } from "./deliver-notices.ts";
import { forgetNotices } from "./queries.ts";

const TELL_EVERY = 3_000;
const FORGET_EVERY = 60 * 60_000;
const KEPT_FOR = 60 * 86_400_000;

/** Writes down what there is to tell and sends what is due. Any number of processes may do both. */
export function startNoticeChores(
	delivery: NoticeDelivery & { readonly pool: Pool },
	onError: (error: unknown) => void,
): { readonly step: () => Promise<void>; readonly stop: () => Promise<void> } {
	const { pool, seasons, clocks } = delivery;
	const write = createNoticeWriter(pool, clocks);
	const tell = createRunner(
		async () => {
			const season = seasons.peek();
			if (!season) return;
			await write(season);
			await deliverNotices(delivery);
		},
		onError,
		TELL_EVERY,
	);
	const forget = createRunner(() => forgetNotices(pool, clocks.wallNow() - KEPT_FOR), onError, FORGET_EVERY);
	tell.start();
	forget.start();
	return { step: tell.step, stop: async () => void (await Promise.all([tell.stop(), forget.stop()])) };
}
