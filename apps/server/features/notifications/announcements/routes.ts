import * as call from "@first-bounce/contract/site/announcements";
import type { FastifyInstance } from "fastify";
import { formatOperatorActor } from "../../../plugins/audit.ts";
import { route } from "../../../plugins/route.ts";
import {
	type AnnouncementServices,
	createAnnouncement,
	listAnnouncements,
	listCurrentAnnouncements,
	withdrawAnnouncement,
} from "./service.ts";

const MAX_CHANGES_PER_MINUTE = 60;
/** Every open page polls once a minute, so requests within this time share a response. */
const CACHE_MS = 3_000;

export function registerAnnouncements(app: FastifyInstance, services: AnnouncementServices): void {
	let cached: { readonly at: number; readonly response: ReturnType<typeof listCurrentAnnouncements> } | null = null;
	const clearCache = (): void => {
		cached = null;
	};

	route(app, call.showAnnouncements, {
		needs: "nothing",
		handler: () => {
			const now = services.wallNow();
			if (!cached || now - cached.at > CACHE_MS || now < cached.at) {
				const response = listCurrentAnnouncements(services);
				response.catch(clearCache);
				cached = { at: now, response };
			}
			return cached.response;
		},
	});

	route(app, call.listAnnouncements, {
		needs: "nothing",
		handler: async () => ({ announcements: await listAnnouncements(services) }),
	});

	route(app, call.announceToAll, {
		needs: "nothing",
		perMinute: MAX_CHANGES_PER_MINUTE,
		handler: async ({ body, caller }) => {
			const announcement = await createAnnouncement(services, caller.userId, body);
			clearCache();
			return { announcement };
		},
	});

	route(app, call.withdrawAnnouncement, {
		needs: "nothing",
		perMinute: MAX_CHANGES_PER_MINUTE,
		handler: async ({ params, body, caller }) => {
			const audit = { actor: formatOperatorActor(caller.userId), reason: body.reason };
			const announcement = await withdrawAnnouncement(services, params.id, audit);
			clearCache();
			return { announcement };
		},
	});
}
