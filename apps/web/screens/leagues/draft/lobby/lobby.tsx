import type { DraftAction } from "@first-bounce/contract/draft/draft-board";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../app/paths.ts";
import { Button } from "../../../../components/button/button.tsx";
import { useFocusRestore } from "../../../../components/focus/use-focus-restore.ts";
import { FormActions } from "../../../../components/form-card/form-card.tsx";
import { Skeleton } from "../../../../components/skeleton/skeleton.tsx";
import { formatDateTime } from "../../../../i18n/format.ts";
import { lazyPart } from "../../../../upgrade/lazy-part.ts";
import about from "../../about/about.module.css";
import frame from "../../frame/frame.module.css";
import rowStyles from "../../frame/rows.module.css";
import { LeagueHeader } from "../../league/league-header.tsx";
import { useLeague } from "../../league/use-league.ts";
import { useLogText } from "../room/use-log-text.ts";
import { DraftSettingsCard } from "../settings/draft-settings-card.tsx";
import { useDraft, useRoomModel } from "../use-draft.ts";
import { DrawCheck } from "./draw-check.tsx";
import styles from "./lobby.module.css";
import { PART_IDS, StartCard } from "./start-card.tsx";
import { TeamsCard } from "./teams-card.tsx";

const PREPARATIONS = [
	"settings",
	"clock",
	"scheduled",
	"order-drawn",
	"order-set",
	"robots-added",
	"start-failed",
	"taken-over",
	"left",
	"reset",
	"converted",
	"confirmed",
	"keeper-deadline",
	"keepers-closed",
	"keepers-changed",
] as const satisfies readonly DraftAction[];
const MAX_PREPARATIONS = 8;

const Preparations = () => {
	const { t } = useTranslation();
	const draft = useDraft();
	const formatEntry = useLogText(useRoomModel(draft), null);
	const entries = draft.board.log
		.filter(({ action }) => PREPARATIONS.some((preparation) => preparation === action))
		.toReversed()
		.slice(0, MAX_PREPARATIONS);
	if (entries.length === 0) return null;
	return (
		<section className={frame.card}>
			<h2>{t("leagues.lobby.preparations")}</h2>
			<ul className={`${rowStyles.rows} ${styles.log}`}>
				{entries.map((entry) => (
					<li key={entry.id}>
						<span>{formatEntry(entry)}</span>
						<time dateTime={entry.at}>{formatDateTime(Date.parse(entry.at))}</time>
					</li>
				))}
			</ul>
		</section>
	);
};

const Prepare = lazyPart(async () => (await import("./prepare.tsx")).Prepare);

/** In a continued league: whether the viewer has confirmed, and the link to her keepers. */
const KeepersCard = () => {
	const { t } = useTranslation();
	const { board, league } = useDraft();
	if (!league.isContinued) return null;
	const own = board.seats.find(({ teamId }) => teamId === league.myTeamId);
	return (
		<section className={`${frame.card} ${frame.stack} ${styles.ways}`}>
			<h2>{t(own && !own.isConfirmed ? "leagues.keepers.confirmTitle" : "leagues.tabs.keepers")}</h2>
			<p>{t(own && !own.isConfirmed ? "leagues.keepers.confirmText" : "leagues.keepers.lobbyText")}</p>
			<Link to={paths.league.to(league.id, "keepers")}>{t("leagues.keepers.open")}</Link>
		</section>
	);
};

/**
 * Links from the lobby: to the viewer's queue, a mock draft with these settings, and entering a draft that was held elsewhere.
 */
const OtherWays = ({ onPrepare }: { readonly onPrepare: () => void }) => {
	const { t } = useTranslation();
	const { league } = useDraft();
	if (league.myTeamId === null) return null;
	return (
		<section className={`${frame.card} ${frame.stack} ${styles.ways}`}>
			<h2>{t("leagues.lobby.queue")}</h2>
			<p>{t("leagues.lobby.queueText")}</p>
			<FormActions>
				<Button icon="plan" onPress={onPrepare}>
					{t("leagues.lobby.openQueue")}
				</Button>
			</FormActions>
			<h2>{t("leagues.lobby.practise")}</h2>
			<p>{t("leagues.lobby.practiseText")}</p>
			<Link to={paths.mockDrafts.to(league.id)}>{t("leagues.lobby.mock")}</Link>
			{league.may.run ? (
				<>
					<h2>{t("leagues.lobby.held")}</h2>
					<p>{t("leagues.lobby.heldText")}</p>
					<Link to={paths.league.to(league.id, "draft/enter")}>{t("leagues.lobby.enter")}</Link>
				</>
			) : null}
		</section>
	);
};

/** A draft before its start: when it begins and what is missing, who is here, the order and the settings. */
export const Lobby = () => {
	const league = useLeague();
	const { league: draft } = useDraft();
	const [isPreparing, setPreparing] = useState(false);
	const focus = useFocusRestore<HTMLDivElement>();
	return (
		<div className={frame.page} {...focus}>
			<LeagueHeader league={league} />
			{isPreparing ? (
				<Suspense fallback={<Skeleton height="60vh" radius="var(--radius-l)" />}>
					<Prepare onBack={() => setPreparing(false)} />
				</Suspense>
			) : (
				<div className={about.about}>
					<div className={about.column}>
						<KeepersCard />
						<StartCard />
						<TeamsCard />
					</div>
					<div className={about.column}>
						<DraftSettingsCard id={PART_IDS.settings} league={draft} />
						<OtherWays onPrepare={() => setPreparing(true)} />
						<DrawCheck />
						<Preparations />
					</div>
				</div>
			)}
		</div>
	);
};
