import { type Cup, enterCup, showCup, withdrawFromCup } from "@first-bounce/contract/leagues/cup";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { callKey, useCall, useCallMutation } from "../../../api/use-call.ts";
import { useUser } from "../../../api/use-user.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { EmptyState } from "../../../components/states/states.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import frame from "../frame/frame.module.css";
import { useRoundName } from "../frame/use-league-description.ts";
import styles from "./cup.module.css";
import { CupDraw, CupPath } from "./cup-draw.tsx";

const EntryButton = ({ isEntered }: Pick<Cup, "isEntered">) => {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const call = isEntered ? withdrawFromCup : enterCup;
	const change = useCallMutation(call, {
		onSuccess: ({ cup }) => {
			queryClient.setQueryData(callKey(showCup, {}), { cup });
			showToast({ tone: "good", text: t(cup?.isEntered ? "leagues.cup.entered" : "leagues.cup.withdrawn") });
		},
	});
	return (
		<Button variant={isEntered ? "quiet" : "main"} isPending={change.isPending} onPress={() => change.mutate({})}>
			{t(isEntered ? "leagues.cup.withdraw" : "leagues.cup.enter")}
		</Button>
	);
};

/** The cup's status, with a button to enter or withdraw while it is open. */
const CupStatus = ({ cup }: { readonly cup: Cup }) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const user = useUser();
	const isSignedIn = user.state === "ready" && user.value !== null;
	const round = formatRoundName(cup.startId);
	const isQualified = cup.rounds.some(({ stage, isDecided }) => stage === "qualifying" && isDecided);
	// From the first result on, the run below says whether the user is through.
	const hasOutcome = cup.path.some(({ outcome }) => outcome !== null);
	if (cup.winner)
		return (
			<p className={styles.winner}>
				{t("leagues.cup.winner", { team: cup.winner.teamName || t("rankings.formerTeam") })}
			</p>
		);
	if (cup.status === "cancelled") return <p className={frame.card}>{t("leagues.cup.cancelled")}</p>;
	return (
		<section className={`${frame.card} ${styles.status}`}>
			<div>
				<p className={styles.lead}>
					{cup.status === "open"
						? t(cup.isEntered ? "leagues.cup.youAreIn" : "leagues.cup.openUntil", { round })
						: t("leagues.cup.entrants", { count: cup.entrants })}
				</p>
				{cup.status === "open" ? <p>{t("leagues.cup.entrants", { count: cup.entrants })}</p> : null}
				{cup.status === "playing" && isSignedIn && !hasOutcome ? (
					<p>{t(cup.isEntered ? "leagues.cup.playing" : "leagues.cup.notIn")}</p>
				) : null}
				{cup.qualifiers === null || isQualified ? null : (
					<p>{t("leagues.cup.qualifiers", { count: cup.qualifiers, round })}</p>
				)}
			</div>
			{cup.status === "open" && isSignedIn ? <EntryButton isEntered={cup.isEntered} /> : null}
		</section>
	);
};

/** The values that decide the draw: before the draw only the hash of its seed, afterwards all of them. */
const FairDraw = ({ draw, startId }: Pick<Cup, "startId"> & { readonly draw: NonNullable<Cup["draw"]> }) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	return (
		<section className={`${frame.card} ${styles.fair}`}>
			<h2>{t("leagues.cup.fair.title")}</h2>
			<p>
				{draw.seed === null
					? t("leagues.cup.fair.before", { round: formatRoundName(startId) })
					: t("leagues.cup.fair.after")}
			</p>
			<dl>
				{(["seedHash", "seed", "moment"] as const).map((name) =>
					draw[name] === null ? null : (
						<div key={name}>
							<dt>{t(`leagues.cup.fair.${name}`)}</dt>
							<dd>{draw[name]}</dd>
						</div>
					),
				)}
			</dl>
			<Link to={paths.help.to("faqs")}>{t("leagues.cup.fair.rules")}</Link>
		</section>
	);
};

/** The season's cup: entry, the user's run, and the draw. */
export const CupScreen = () => {
	const { t } = useTranslation();
	const query = useCall(showCup, {});
	const cup = query.data?.cup;
	return (
		<div className={frame.page}>
			<title>{t("app.title", { page: t("leagues.cup.title") })}</title>
			<header className={frame.head}>
				<h1>{t("leagues.cup.title")}</h1>
			</header>
			<div className={frame.main}>
				{query.data ? null : <LoadingOrError of={[query]} height="40vh" />}
				{cup === null ? (
					<EmptyState icon="leagues" title={t("leagues.cup.none")} text={t("leagues.cup.noneText")} />
				) : null}
				{cup ? (
					<>
						<CupStatus cup={cup} />
						{cup.path.length > 0 ? <CupPath path={cup.path} /> : null}
						{cup.rounds.some(({ matches }) => matches > 0) ? <CupDraw cup={cup} /> : null}
						<p className={styles.note}>{t("leagues.cup.rules")}</p>
						{cup.draw && cup.status !== "cancelled" ? <FairDraw draw={cup.draw} startId={cup.startId} /> : null}
					</>
				) : null}
			</div>
		</div>
	);
};
