import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { registerBottomBar } from "../../components/bottom-bar/bottom-bar.ts";
import { Button } from "../../components/button/button.tsx";
import { loadScript } from "../load-script.ts";
import { paths } from "../paths.ts";
import { readStorage, writeStorage } from "../session/browser-storage.ts";
import { site } from "../site.ts";
import styles from "./consent.module.css";

const STORAGE_KEY = "counting_visits";
type Answer = "agreed" | "declined";

const readAnswer = (): Answer | null => {
	const stored = readStorage("local", STORAGE_KEY);
	return stored === "agreed" || stored === "declined" ? stored : null;
};

/** Asks for consent before loading analytics. */
export const Consent = () => {
	const { t } = useTranslation();
	const [answer, setAnswer] = useState(readAnswer);
	useEffect(() => {
		if (site.analytics && answer === "agreed") loadScript(site.analytics).catch(() => undefined);
	}, [answer]);
	if (site.analytics === null || answer !== null) return null;
	const saveAnswer = (given: Answer) => {
		writeStorage("local", STORAGE_KEY, given);
		setAnswer(given);
	};
	return (
		<section ref={registerBottomBar} className={styles.consent} aria-label={t("consent.title")}>
			<p>
				{t("consent.text")} <Link to={paths.help.to("privacy")}>{t("footer.privacy")}</Link>
			</p>
			<div className={styles.choices}>
				<Button onPress={() => saveAnswer("declined")}>{t("consent.decline")}</Button>
				<Button onPress={() => saveAnswer("agreed")}>{t("consent.agree")}</Button>
			</div>
		</section>
	);
};
