import type { FastifyInstance, FastifyReply } from "fastify";
import { refuse } from "../../plugins/refusal.ts";
import { getPictureKey, getPlayerPhotoKey, getSquadImageKey, type MediaStore } from "./media-store.ts";

const HEADERS = {
	"content-type": "image/webp",
	"x-content-type-options": "nosniff",
	// If a browser treated the picture as a document, it could not run anything.
	"content-security-policy": "default-src 'none'; sandbox",
	"cross-origin-resource-policy": "same-origin",
	"content-disposition": "inline",
	"cache-control": "public, max-age=31536000, immutable",
};

/**
 * Serves /media/{users or leagues}/{id}/{version}.webp and /media/{players or squads}/{season}/{id}/{version}.webp. A
 * version never changes.
 */
export function registerMedia(app: FastifyInstance, store: Pick<MediaStore, "read">): void {
	const send = async (reply: FastifyReply, key: string) => {
		const bytes = await store.read(key).catch((error) => {
			// Usually the bucket cannot be reached for a moment.
			reply.log.error({ err: error }, "picture could not be read");
			throw refuse(503, "busy");
		});
		if (!bytes) throw refuse(404, "not-found");
		return reply.headers(HEADERS).send(bytes);
	};
	for (const [owner, getKey] of [
		["players", getPlayerPhotoKey],
		["squads", getSquadImageKey],
	] as const)
		app.get<{ Params: { season: string; id: string; version: string } }>(
			`/media/${owner}/:season(^\\d{1,9}$)/:id(^\\d{1,9}$)/:version(^\\d{1,9}$).webp`,
			({ params }, reply) => send(reply, getKey(Number(params.season), Number(params.id), Number(params.version))),
		);
	for (const owner of ["user", "league"] as const)
		app.get<{ Params: { id: string; version: string } }>(
			`/media/${owner}s/:id(^\\d{1,9}$)/:version(^\\d{1,9}$).webp`,
			({ params }, reply) => send(reply, getPictureKey(owner, Number(params.id), Number(params.version))),
		);
}
