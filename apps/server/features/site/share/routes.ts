import { shareMatchUp, shareResult, shareTeam, shareTrades } from "@first-bounce/contract/site/share";
import { decodeShare, encodeShare } from "@first-bounce/contract/site/share-link";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getPageLanguage } from "../../../i18n/negotiate-language.ts";
import { SHARE_TEXTS } from "../../../i18n/share-texts.ts";
import { sendRefusal, setRetryAfter } from "../../../plugins/errors.ts";
import { getClientNetwork } from "../../../plugins/http/client-address.ts";
import { type Refusal, refuse } from "../../../plugins/refusal.ts";
import { createRoutes } from "../../../plugins/route.ts";
import type { MatchUpServices } from "../../leagues/head-to-head/match-ups.ts";
import { createRoundAverages } from "../../rankings/round-result/service.ts";
import { createMatchUpSnapshot, createSnapshot } from "./create-snapshot.ts";
import { findSharedContent, type ShareServices } from "./find-shared.ts";
import { createPictures } from "./pictures.ts";
import { createSharePages, type SharePages } from "./share-page.ts";

const MAX_SNAPSHOTS_PER_MINUTE = 30;
/** Both limits are per network. */
const MAX_PAGES_PER_MINUTE = 240;
const MAX_PICTURES_PER_MINUTE = 60;
/** Shared content rarely changes, but can be deleted. */
const CACHE_CONTROL = "public, max-age=300";
/** The longer suffix first. A payload has no dots. */
const PICTURES = [
	{ suffix: ".story.png", format: "story" },
	{ suffix: ".png", format: "link" },
] as const;

/** Registers the routes that create snapshots of the caller's team, trades, results and match-ups. */
export function registerSnapshots(app: FastifyInstance, leagues: MatchUpServices): void {
	const { teams } = leagues;
	const services = { ...teams, leagues, roundAverages: createRoundAverages(teams.pool) };
	const registerLimited = createRoutes(app, { perMinute: MAX_SNAPSHOTS_PER_MINUTE });
	registerLimited(shareTeam, async ({ caller, params: { roundId }, body: { showsTeam } }) => ({
		snapshot: await createSnapshot(services, caller.userId, { kind: "team", roundId, showsTeam }),
	}));
	registerLimited(shareTrades, async ({ caller, params: { roundId } }) => ({
		snapshot: await createSnapshot(services, caller.userId, { kind: "trade", roundId, showsTeam: false }),
	}));
	registerLimited(shareResult, async ({ caller, params: { roundId } }) => ({
		snapshot: await createSnapshot(services, caller.userId, { kind: "result", roundId, showsTeam: false }),
	}));
	registerLimited(shareMatchUp, async ({ caller, params }) => ({
		snapshot: await createMatchUpSnapshot(services, caller.userId, params),
	}));
}

/** Gets the part of the path after /share/, decoded. */
const getSharePath = (params: unknown): string => (params as { "*"?: string })["*"] ?? "";

const findPicture = ({ params }: FastifyRequest) =>
	PICTURES.find(({ suffix }) => getSharePath(params).endsWith(suffix));
const isPictureRequest = (request: FastifyRequest): boolean => findPicture(request) !== undefined;

const sendPage = (reply: FastifyReply, status: number, { policy }: SharePages, page: string): FastifyReply =>
	reply
		.code(status)
		.type("text/html; charset=utf-8")
		.header("content-security-policy", policy)
		.header("cross-origin-opener-policy", "same-origin")
		.header("cache-control", status === 200 ? CACHE_CONTROL : "no-store")
		.send(page);

/** Serves /share/{type}/{payload} as a complete page, and its pictures at the same path with .png and .story.png. */
export function registerShare(app: FastifyInstance, services: ShareServices, webFolder: string): void {
	const pictures = createPictures(services);
	const pages = createSharePages(webFolder);
	app.addHook("onClose", pictures.close);
	const limit = {
		max: (request: FastifyRequest) => (isPictureRequest(request) ? MAX_PICTURES_PER_MINUTE : MAX_PAGES_PER_MINUTE),
		keyGenerator: (request: FastifyRequest) =>
			`${isPictureRequest(request) ? "picture" : "page"} ${getClientNetwork(request)}`,
		timeWindow: 60_000,
		groupId: "shares",
	};
	const getTexts = (request: FastifyRequest) => {
		const language = getPageLanguage(request);
		return { language, ...SHARE_TEXTS[language] };
	};
	const sendError = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
		// Programs request pictures, and read errors in the envelope.
		if (isPictureRequest(request)) return sendRefusal(request, reply, refusal);
		const { language, problems } = getTexts(request);
		const { title, text } = problems.later;
		setRetryAfter(reply, refusal);
		return sendPage(reply, refusal.status, pages, pages.error(title, text, problems.home, language));
	};
	// Any path below /share, however malformed, gets a share page or its error page.
	for (const url of ["/share", "/share/*"])
		app.route({
			method: "GET",
			url,
			config: { rateLimit: limit, sendRefusal: sendError },
			handler: async (request, reply) => {
				const { language, buildTexts, problems } = getTexts(request);
				const { invalid, gone, home } = problems;
				reply.header("vary", "accept-language, cookie");
				const [type = "", ...rest] = getSharePath(request.params).split("/");
				const encoded = rest.join("/");
				const picture = findPicture(request);
				const payload = decodeShare(type, picture ? encoded.slice(0, -picture.suffix.length) : encoded);
				const shared = payload && (await findSharedContent(services, payload, request));
				if (picture) {
					if (!shared) throw refuse(404, "not-found");
					const png = await pictures.get(shared, language, picture.format);
					return reply.type("image/png").header("cache-control", CACHE_CONTROL).send(png);
				}
				if (!payload) return sendPage(reply, 400, pages, pages.error(invalid.title, invalid.text, home, language));
				if (!shared) return sendPage(reply, 404, pages, pages.error(gone.title, gone.text, home, language));
				const address = `${services.publicUrl}/share/${payload.type}/${encodeShare(payload)}`;
				const urls = { address, picture: `${address}.png` };
				return sendPage(reply, 200, pages, pages.content(buildTexts(shared), urls, language));
			},
		});
}
