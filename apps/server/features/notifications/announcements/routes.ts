import * as call from "@first-bounce/contract/site/announcements";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import { formatOperatorActor } from "../../operator/audit/audit.ts";
import {
	type AnnouncementServices,
	createAnnouncement,
	listAnnouncements,
	listCurrentAnnouncements,
	withdrawAnnouncement,
} from "./service.ts";

const MAX_CHANGES_PER_MINUTE = 60;
/** Every open page asks each minute: they share an answer for a few seconds. */
const CACHE_MS = 3_000;

export function registerAnnouncements(app: FastifyInstance, services: AnnouncementServices): void {
	let shared: { readonly at: number; readonly answer: ReturnType<typeof listCurrentAnnouncements> } | null = null;
	const forget = <Result>(result: Result): Result => {
		shared = null;
		return result;
	};

	route(app, call.showAnnouncements, {
		needs: "nothing",
		handler: () => {
			const now = services.wallNow();
			if (!shared || now - shared.at > CACHE_MS || now < shared.at) {
				const answer = listCurrentAnnouncements(services);
				answer.catch(forget);
				shared = { at: now, answer };
			}
			return shared.answer;
		},
	});

	route(app, call.listAnnouncements, {
		needs: "nothing",
		handler: async () => ({ announcements: await listAnnouncements(services) }),
	});

	route(app, call.announceToAll, {
		needs: "nothing",
		perMinute: MAX_CHANGES_PER_MINUTE,
		handler: async ({ body, caller }) =>
			forget({ announcement: await createAnnouncement(services, caller.userId, body) }),
	});

	route(app, call.withdrawAnnouncement, {
		needs: "nothing",
		perMinute: MAX_CHANGES_PER_MINUTE,
		handler: async ({ params, body, caller }) => {
			const audit = { actor: formatOperatorActor(caller.userId), reason: body.reason };
			return forget({ announcement: await withdrawAnnouncement(services, params.id, audit) });
		},
	});
}
