import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../app/paths.ts";
import { Button } from "../../../../components/button/button.tsx";
import { FormActions } from "../../../../components/form-card/form-card.tsx";
import { Skeleton } from "../../../../components/skeleton/skeleton.tsx";
import { lazyPart } from "../../../../upgrade/lazy-part.ts";
import about from "../../about/about.module.css";
import frame from "../../frame/frame.module.css";
import { LeagueHeader } from "../../league/league-header.tsx";
import { useLeague } from "../../league/use-league.ts";
import { DraftSettingsCard } from "../settings/draft-settings-card.tsx";
import { useDraft } from "../use-draft.ts";
import { DrawCheck } from "./draw-check.tsx";
import styles from "./lobby.module.css";
import { Preparations } from "./preparations.tsx";
import { StartCard } from "./start-card.tsx";
import { TeamsCard } from "./teams-card.tsx";

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
	if (isPreparing)
		return (
			<div className={frame.page}>
				<LeagueHeader league={league} />
				<Suspense fallback={<Skeleton height="60vh" radius="var(--radius-l)" />}>
					<Prepare onBack={() => setPreparing(false)} />
				</Suspense>
			</div>
		);
	return (
		<div className={frame.page}>
			<LeagueHeader league={league} />
			<div className={about.about}>
				<div className={about.column}>
					<KeepersCard />
					<StartCard />
					<TeamsCard />
				</div>
				<div className={about.column}>
					<DraftSettingsCard league={draft} />
					<OtherWays onPrepare={() => setPreparing(true)} />
					<DrawCheck />
					<Preparations />
				</div>
			</div>
		</div>
	);
};
