import { useTranslation } from "react-i18next";
import { useStatic } from "../../api/use-static.ts";
import { Deferred } from "../../app/lazy-screen.tsx";
import { usePreview } from "../../app/preview/preview.ts";
import { useInvitedLeague } from "../../app/session/use-invited-league.ts";
import { BrandMark } from "../../components/brand/brand-mark.tsx";
import { HeroGround } from "./hero-ground.tsx";
import styles from "./home.module.css";
import { SignInButtons } from "./sign-in-buttons.tsx";

const loadMatchStrip = async () => (await import("./match-strip.tsx")).MatchStrip;

const STEPS = ["pick", "watch", "climb"] as const;

/** Names the league that a visitor is about to join. */
const InvitationNotice = () => {
	const { t } = useTranslation();
	const league = useInvitedLeague();
	return league === null ? null : <p className={styles.invited}>{t("home.invited", { league })}</p>;
};

/** The page for visitors. Until the preview gate is passed it shows no data of the season. */
export const Landing = () => {
	const { t } = useTranslation();
	const { isPassed } = usePreview();
	const squads = useStatic("squads", { enabled: isPassed, meta: { noErrorModal: true } }).data ?? [];
	return (
		<div className={styles.home}>
			<title>{t("app.title", { page: t("home.title") })}</title>
			<section className={styles.hero}>
				<div className={styles.words}>
					{isPassed ? (
						<p className={styles.brand}>
							<BrandMark size={30} />
							{t("app.name")}
						</p>
					) : null}
					<p className={styles.lead}>{t("home.lead")}</p>
					<h1>{t("home.headline")}</h1>
					{isPassed ? <InvitationNotice /> : null}
					<SignInButtons />
				</div>
				<HeroGround squadIds={squads.map(({ id }) => id)} />
			</section>
			<ol className={styles.steps}>
				{STEPS.map((step) => (
					<li key={step}>
						<h2>{t(`home.steps.${step}`)}</h2>
						<p>{t(`home.steps.${step}Text`)}</p>
					</li>
				))}
			</ol>
			{isPassed ? <Deferred load={loadMatchStrip} /> : null}
		</div>
	);
};
