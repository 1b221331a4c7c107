import type { OperatorSquad } from "@first-bounce/contract/operator/squads";
import type { SquadId } from "@first-bounce/rules/ids";
import type { AuditContext } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { createWholePicture } from "../../media/create-picture.ts";
import { getSquadImageKey } from "../../media/media-store.ts";
import type { OperatorServices } from "../services.ts";
import { changeSeason, requireOpenSeason } from "./change-season.ts";
import { findSquad, reserveImageVersion, saveImageVersion } from "./squad-queries.ts";

export const listSquads = ({ seasons }: Pick<OperatorServices, "seasons">): OperatorSquad[] =>
	seasons
		.current()
		.squads.map(({ id, name, abbreviation, imageVersion }) => ({ id, name, abbreviation, imageVersion }))
		.toSorted((a, b) => a.name.localeCompare(b.name, "en"));

/** Stores a club's new image and returns its version, which nothing refers to yet. Refuses an unknown club. */
async function storeImage({ db, seasons, media }: OperatorServices, id: SquadId, image: Buffer): Promise<number> {
	const { seasonId } = requireOpenSeason({ seasons });
	const version = await reserveImageVersion(db, seasonId, id);
	if (version === null) throw refuse(404, "unknown-squad");
	await media.put(getSquadImageKey(seasonId, id, version), image);
	return version;
}

/** Replaces or removes a club's image. The file is stored first, because no team can be saved while the season is locked. */
export async function changeSquadImage(
	services: OperatorServices,
	id: SquadId,
	upload: Buffer | null,
	audit: AuditContext,
): Promise<OperatorSquad> {
	const image = upload && (await createWholePicture(upload));
	const imageVersion = image ? await storeImage(services, id, image) : 0;
	return changeSeason(services, audit, async ({ trx, seasonId }) => {
		const before = await findSquad(trx, seasonId, id);
		if (!before) throw refuse(404, "unknown-squad");
		await saveImageVersion(trx, seasonId, id, imageVersion);
		const after = { ...before, imageVersion };
		const action = image ? "squad-image" : "squad-image-removed";
		return { result: after, entry: { action, subject: `squad:${seasonId}:${id}`, before, after } };
	});
}
