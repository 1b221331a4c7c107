import { SIMULATOR } from "@first-bounce/contract/site/site";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { usePreview } from "../preview/preview.ts";
import { site } from "../site.ts";
import { useOpenSupport } from "../support/use-open-support.ts";
import styles from "./footer.module.css";

/** The policies are help pages, unless the operator has set other addresses. */
const listLinks = ({ privacy, security }: typeof site.links) =>
	[
		{ label: "footer.contact", to: paths.help.to("contact-us") },
		{ label: "footer.rules", to: paths.help.to("game-rules") },
		{ label: "footer.faqs", to: paths.help.to("faqs") },
		{ label: "footer.privacy", to: privacy ?? paths.help.to("privacy") },
		{ label: "footer.terms", to: paths.help.to("terms") },
		{ label: "footer.security", to: security ?? paths.help.to("online-security") },
		{ label: "footer.status", to: paths.status.to() },
	] as const;

const isExternal = (to: string): boolean => /^https?:/.test(to);

/** Opens the support window from any page, on sites that have one. */
const SupportChat = () => {
	const { t } = useTranslation();
	const { isPending, open } = useOpenSupport();
	return (
		<button type="button" aria-disabled={isPending} onClick={() => !isPending && open()}>
			{t("footer.chat")}
		</button>
	);
};

/** Links, stats provider and copyright. The links are hidden until the preview gate is passed. */
export const Footer = () => {
	const { t } = useTranslation();
	const { isPassed } = usePreview();
	const { provider, year } = site;
	// The built-in simulator has a translated name.
	const name = provider?.name === SIMULATOR.name ? t("footer.simulator") : provider?.name;
	return (
		<footer className={styles.footer}>
			{isPassed ? (
				<ul className={styles.links}>
					{listLinks(site.links).map(({ label, to }) => (
						<li key={label}>{isExternal(to) ? <a href={to}>{t(label)}</a> : <Link to={to}>{t(label)}</Link>}</li>
					))}
					{site.supportWidget === null ? null : (
						<li>
							<SupportChat />
						</li>
					)}
				</ul>
			) : null}
			{provider ? (
				<p>
					{t("footer.poweredBy")} {provider.url ? <a href={provider.url}>{name}</a> : <span>{name}</span>}
				</p>
			) : null}
			<p>{t("footer.copyright", { year })}</p>
		</footer>
	);
};
