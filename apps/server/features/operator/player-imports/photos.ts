import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import { MAX_PICTURE_BYTES } from "@first-bounce/contract/constants";
import type {
	PhotoProblem,
	previewPhotos as previewCall,
	uploadPhoto as uploadCall,
} from "@first-bounce/contract/operator/player-imports";
import { DAY_MS } from "@first-bounce/rules/durations";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import type { AuditContext } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { createSquarePicture } from "../../media/create-picture.ts";
import { getPlayerPhotoKey } from "../../media/media-store.ts";
import type { SnapshotPlayer } from "../../seasons/current/season-snapshot.ts";
import { changeSeason, requireOpenSeason } from "../season/change-season.ts";
import { storePhoto } from "../season/players.ts";
import type { OperatorServices } from "../services.ts";
import { buildImportEntry } from "./audit-entry.ts";
import { buildPlayerEntry, createPlayerMatcher } from "./match-player.ts";
import {
	applyPhotos,
	deleteAbandonedImports,
	findPhotoVersions,
	insertPhotoImport,
	lockPhotoImport,
	type PhotoValues,
	saveUploadedPhoto,
} from "./photo-queries.ts";
import { listImportChanges, listImports } from "./queries.ts";

const PICTURE_NAME = /\.(png|jpe?g|webp)$/i;
/** An upload that is not finished after this time counts as abandoned. */
const MAX_UPLOAD_MS = DAY_MS;

const MAX_SUGGESTIONS = 3;

type FileMatch =
	| { readonly player: SnapshotPlayer }
	| { readonly problem: PhotoProblem; readonly similar: readonly SnapshotPlayer[] };

/** Matches a file by its name, an id or a player's name. A folder with a club's name says whose player it is. */
function matchFile(matcher: ReturnType<typeof createPlayerMatcher>, file: string): FileMatch {
	const [name = "", folder = ""] = file.split("/").toReversed();
	const label = name.replace(PICTURE_NAME, "");
	const byId = matcher.findById(label);
	const playerName = label.replaceAll("_", " ");
	const found = byId.length > 0 ? byId : matcher.findByName(playerName);
	const squadId = byId.length === 1 ? null : matcher.findSquad(folder);
	const inClub = squadId === null ? found : found.filter((player) => player.squadId === squadId);
	const [player, ...others] = inClub;
	if (player && others.length === 0) return { player };
	const similar = player ? inClub : matcher.findSimilar(playerName, (candidate) => candidate.squadId === squadId);
	return { problem: player ? "several-players" : "unknown-player", similar };
}

/**
 * Lists the files that match a player, and the files that are skipped. Files that match the same player are all skipped.
 */
export function previewPhotos({ seasons }: Pick<OperatorServices, "seasons">, { files }: BodyOf<typeof previewCall>) {
	const matcher = createPlayerMatcher(seasons.current());
	const matches = files.map(({ file, bytes }): { readonly file: string; readonly match: FileMatch } => {
		if (!PICTURE_NAME.test(file)) return { file, match: { problem: "not-a-picture", similar: [] } };
		if (bytes > MAX_PICTURE_BYTES) return { file, match: { problem: "too-large", similar: [] } };
		return { file, match: matchFile(matcher, file) };
	});
	const byPlayer = Map.groupBy(matches, ({ match }) => ("player" in match ? match.player.id : null));
	const matched: SuccessOf<typeof previewCall>["matched"] = [];
	const skipped: SuccessOf<typeof previewCall>["skipped"] = [];
	for (const { file, match } of matches) {
		if ("problem" in match) {
			const suggestions = match.similar.slice(0, MAX_SUGGESTIONS).map(buildPlayerEntry);
			skipped.push({ file, problem: match.problem, suggestions });
		} else if ((byPlayer.get(match.player.id)?.length ?? 0) > 1) {
			skipped.push({ file, problem: "two-files", suggestions: [] });
		} else matched.push({ file, ...buildPlayerEntry(match.player), replaces: match.player.photoVersion > 0 });
	}
	return { matched, skipped };
}

type PhotoServices = Pick<OperatorServices, "db" | "seasons" | "clocks" | "media">;

/** Whether this version of the player's photo is the same file; version 0 is no photo. */
async function isStoredPhoto(
	media: OperatorServices["media"],
	{ seasonId, playerId, version }: { readonly seasonId: number; readonly playerId: PlayerId; readonly version: number },
	photo: Buffer,
): Promise<boolean> {
	if (version === 0) return false;
	const stored = await media.read(getPlayerPhotoKey(seasonId, playerId, version));
	return stored?.equals(photo) === true;
}

/** Whether the player's current photo is the same file. `uploadPhoto` would not store it again. */
export async function hasPhoto(
	{ seasons, media }: Pick<OperatorServices, "seasons" | "media">,
	playerId: PlayerId,
	photo: Buffer,
): Promise<boolean> {
	const { seasonId, players } = seasons.current();
	const version = players.get(playerId)?.photoVersion ?? 0;
	return isStoredPhoto(media, { seasonId, playerId, version }, photo);
}

/** Starts an upload of photos, and deletes abandoned ones. */
export async function startPhotos({ db, seasons, clocks, media }: PhotoServices): Promise<{ id: number }> {
	const { seasonId } = requireOpenSeason({ seasons });
	const now = clocks.wallNow();
	const abandoned = await deleteAbandonedImports(db, seasonId, new Date(now - MAX_UPLOAD_MS));
	for (const { playerId, version } of abandoned) await media.remove(getPlayerPhotoKey(seasonId, playerId, version));
	return { id: await insertPhotoImport(db, seasonId, new Date(now)) };
}

/** Refuses an upload that is unknown or applied. In a transaction, it stays locked until the end. */
async function requireUnapplied(db: Db, seasonId: number, id: number): Promise<void> {
	const row = await lockPhotoImport(db, seasonId, id);
	if (!row) throw refuse(404, "player-import-unknown");
	if (row.applied_at) throw refuse(409, "player-import-applied");
}

/**
 * Stores a photo of an upload. It is not shown until the upload is applied. A photo that the player already has, or that
 * this upload has stored for her, is not stored again.
 */
export async function uploadPhoto(
	{ db, seasons, media }: PhotoServices,
	{ id, playerId }: { readonly id: number; readonly playerId: PlayerId },
	picture: Buffer | null,
): Promise<SuccessOf<typeof uploadCall>> {
	if (!picture) throw refuse(422, "picture-type");
	const { seasonId } = seasons.current();
	const photo = await createSquarePicture(picture);
	await requireUnapplied(db, seasonId, id);
	const versions = await findPhotoVersions(db, { seasonId, importId: id, playerId });
	if (!versions) throw refuse(404, "player-unknown");
	const { current, uploaded } = versions;
	const isStored = (version: number) => isStoredPhoto(media, { seasonId, playerId, version }, photo);
	if (await isStored(uploaded)) return { state: "stored" };
	if (uploaded === 0 && (await isStored(current))) return { state: "unchanged" };
	// Nothing is locked meanwhile: a change of the player would wait for it, and all saves of teams for that change.
	const version = await storePhoto({ db, media }, seasonId, playerId, photo);
	await db.transaction().execute(async (trx) => {
		await requireUnapplied(trx, seasonId, id);
		await saveUploadedPhoto(trx, id, playerId, { before: { version: current }, after: { version } });
	});
	return { state: "stored" };
}

/** Publishes all photos of an upload in one transaction. The replaced photos are kept for an undo. */
export async function applyPhotoImport(services: PhotoServices, id: number, audit: AuditContext) {
	return changeSeason(services, audit, async ({ trx, seasonId }) => {
		await requireUnapplied(trx, seasonId, id);
		await applyPhotos(trx, seasonId, id, new Date(services.clocks.wallNow()));
		const changes = await listImportChanges<PhotoValues>(trx, id);
		if (changes.length === 0) throw refuse(422, "photos-missing");
		const [result] = await listImports(trx, seasonId, { limit: 1, id });
		if (!result) throw refuse(404, "player-import-unknown");
		return { result, entry: buildImportEntry("photos-imported", { seasonId, id }, changes) };
	});
}
