import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useIsVisitor } from "../../api/use-user.ts";
import { IN_PLACE, parseOneOf, withParams } from "../../app/search-params.ts";
import { Segmented } from "../../components/segmented/segmented.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { EventStream } from "./event-stream.tsx";
import styles from "./match-centre.module.css";
import type { MatchCentre } from "./use-match-centre.ts";
import { YourPlayers } from "./your-players.tsx";

const PANELS = ["stream", "yourPlayers"] as const;
type Panel = (typeof PANELS)[number];
const PANEL_PARAM = "panel";

/**
 * What a manager follows beside the matches: her players before the first bounce, the live feed or her players while matches are
 * played, and how her players went once all are over.
 */
export const RoundPanel = ({ centre }: { readonly centre: MatchCentre }) => {
	const { t } = useTranslation();
	const [search, setSearch] = useSearchParams();
	const isVisitor = useIsVisitor();
	const { files, owners, shownFiles, shownMatches } = centre;
	if (shownMatches.every(({ status }) => status === "scheduled"))
		return isVisitor ? <p className={styles.empty}>{t("matchCentre.notBegun")}</p> : <YourPlayers centre={centre} />;
	// The feed stays while the file of a match that has just started loads.
	if (files.isPending && shownFiles.length === 0) return <Skeleton height="50vh" radius="var(--radius-l)" />;
	const hasPlayers = !isVisitor && owners.data?.own != null;
	const isOver = shownMatches.every(({ status }) => status === "complete");
	const fallback: Panel = hasPlayers && isOver ? "yourPlayers" : "stream";
	const panel = hasPlayers ? (parseOneOf(PANELS, search.get(PANEL_PARAM)) ?? fallback) : "stream";
	const choose = (next: Panel) =>
		setSearch((previous) => withParams(previous, { [PANEL_PARAM]: next === fallback ? null : next }), IN_PLACE);
	return (
		<div className={styles.panel}>
			{hasPlayers ? (
				<Segmented
					label={t("matchCentre.panel")}
					choices={PANELS.map((value) => ({ value, label: t(`matchCentre.${value}`) }))}
					value={panel}
					onChange={choose}
				/>
			) : null}
			{panel === "yourPlayers" ? <YourPlayers centre={centre} /> : <EventStream centre={centre} isNamed={hasPlayers} />}
		</div>
	);
};
