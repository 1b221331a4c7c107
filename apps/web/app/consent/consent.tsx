import { useEffect, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { registerBottomBar } from "../../components/bottom-bar/bottom-bar.ts";
import { Button } from "../../components/button/button.tsx";
import { loadScript } from "../load-script.ts";
import { paths } from "../paths.ts";
import { readStorage, writeStorage } from "../session/browser-storage.ts";
import { site } from "../site.ts";
import styles from "./consent.module.css";

const { analytics: ANALYTICS } = site;
const KEPT = "counting_visits";
type Answer = "agreed" | "declined";

/** Given on this page: it holds also where the browser keeps nothing. */
let heard: Answer | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};

const readAnswer = (): Answer | null => {
	const kept = heard ?? readStorage("local", KEPT);
	return kept === "agreed" || kept === "declined" ? kept : null;
};
/** A page made at build asks nobody: whoever opens it may have answered long ago. */
const unasked = (): Answer => "declined";

/** Asks before visits are counted, and counts nothing before; there is nothing to ask where nothing is counted. */
export const Consent = () => {
	const { t } = useTranslation();
	const answer = useSyncExternalStore(subscribe, readAnswer, unasked);
	useEffect(() => {
		if (ANALYTICS && answer === "agreed") loadScript(ANALYTICS).catch(() => undefined);
	}, [answer]);
	if (ANALYTICS === null || answer !== null) return null;
	const give = (given: Answer) => {
		writeStorage("local", KEPT, given);
		heard = given;
		for (const listener of listeners) listener();
	};
	return (
		<section ref={registerBottomBar} className={styles.consent} aria-label={t("consent.title")}>
			<p>
				{t("consent.text")} <Link to={paths.help.to("privacy")}>{t("footer.privacy")}</Link>
			</p>
			<div className={styles.choices}>
				<Button onPress={() => give("declined")}>{t("consent.decline")}</Button>
				<Button onPress={() => give("agreed")}>{t("consent.agree")}</Button>
			</div>
		</section>
	);
};
