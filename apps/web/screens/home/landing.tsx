import { showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { signInToDemo } from "@first-bounce/contract/clock";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCall, useCallMutation } from "../../api/use-call.ts";
import { useStatic } from "../../api/use-static.ts";
import { Deferred } from "../../app/lazy-screen.tsx";
import { paths } from "../../app/paths.ts";
import { usePreview } from "../../app/preview/preview.ts";
import { saveReturnPage } from "../../app/session/next-page.ts";
import { useInvitedLeague } from "../../app/session/use-invited-league.ts";
import { useSignIn } from "../../app/session/use-sign-in.ts";
import { loadSessionActions } from "../../app/session/use-sign-out.ts";
import { site } from "../../app/site.ts";
import { BrandMark } from "../../components/brand/brand-mark.tsx";
import { Button } from "../../components/button/button.tsx";
import { HeroGround } from "./hero-ground.tsx";
import styles from "./home.module.css";

/** Signs in at the identity provider or, if the server offers it, in the demo. */
const SignInButtons = () => {
	const { t } = useTranslation();
	const { isPassed } = usePreview();
	// If the provider is down, signing in says so.
	const options = useCall(showSignInOptions, {}, { enabled: isPassed, meta: { noErrorModal: true } });
	const { isRedirecting, signIn } = useSignIn();
	const queryClient = useQueryClient();
	const demo = useCallMutation(signInToDemo, {
		onSuccess: async (result, { query }) => {
			// A server of the previous release has no draft league.
			if (query?.draft && result.draftLeagueId) saveReturnPage(paths.draft.to(result.draftLeagueId));
			await (await loadSessionActions(queryClient)).signInWithSession(result);
		},
	});
	const redirectToProvider = (provider?: string, screen?: "sign-up") => void signIn(provider, screen);
	return (
		<div className={styles.signIn}>
			{site.providers.length > 1 ? (
				site.providers.map(({ id, name }) => (
					<Button key={id} variant="main" isPending={isRedirecting} onPress={() => redirectToProvider(id)}>
						{isRedirecting ? t("home.redirecting") : t("home.signInWith", { name })}
					</Button>
				))
			) : (
				<>
					<Button variant="main" isPending={isRedirecting} onPress={() => redirectToProvider(undefined, "sign-up")}>
						{isRedirecting ? t("home.redirecting") : t("home.play")}
					</Button>
					<Button isPending={isRedirecting} onPress={() => redirectToProvider()}>
						{t("nav.signIn")}
					</Button>
				</>
			)}
			{isPassed && (options.data?.demo ?? site.hasDemo) ? (
				<>
					<Button icon="play" isPending={demo.isPending} onPress={() => demo.mutate({ query: {} })}>
						{t("home.demo")}
					</Button>
					<Button icon="leagues" isPending={demo.isPending} onPress={() => demo.mutate({ query: { draft: "1" } })}>
						{t("home.demoDraft")}
					</Button>
				</>
			) : null}
		</div>
	);
};

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
