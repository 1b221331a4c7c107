import * as call from "@first-bounce/contract/site/announcements";
import type { FastifyInstance } from "fastify";
import { formatOperatorActor } from "../../../plugins/audit.ts";
import { createRoutes } from "../../../plugins/route.ts";
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
	const register = createRoutes(app, { needs: "nothing" });
	const registerLimited = createRoutes(app, { needs: "nothing", perMinute: MAX_CHANGES_PER_MINUTE });
	let cached: { readonly at: number; readonly response: ReturnType<typeof listCurrentAnnouncements> } | null = null;
	const clearCache = (): void => {
		cached = null;
	};

	register(call.showAnnouncements, () => {
		const now = services.wallNow();
		if (!cached || now - cached.at > CACHE_MS || now < cached.at) {
			const response = listCurrentAnnouncements(services);
			response.catch(clearCache);
			cached = { at: now, response };
		}
		return cached.response;
	});

	register(call.listAnnouncements, async () => ({ announcements: await listAnnouncements(services) }));

	registerLimited(call.announceToAll, async ({ body, caller }) => {
		const announcement = await createAnnouncement(services, caller.userId, body);
		clearCache();
		return { announcement };
	});

	registerLimited(call.withdrawAnnouncement, async ({ params, body, caller }) => {
		const audit = { actor: formatOperatorActor(caller.userId), reason: body.reason };
		const announcement = await withdrawAnnouncement(services, params.id, audit);
		clearCache();
		return { announcement };
	});
}
