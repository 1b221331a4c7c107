import type { User } from "@first-bounce/contract/accounts/user";
import { getLanguageName, LANGUAGES } from "@first-bounce/contract/languages";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { Avatar } from "../../../components/avatar/avatar.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { LANGUAGE, switchLanguage } from "../../../i18n/language.ts";
import { canOpen } from "../../access.ts";
import { paths } from "../../paths.ts";
import { useSignOut } from "../../session/use-sign-out.ts";
import { useTheme } from "../../theme.ts";
import styles from "../shell.module.css";
import { LoginLink, useIsSigningIn } from "./login-link.tsx";
import { useMenuDismissal } from "./use-menu-dismissal.ts";

/** Account links, theme, language and sign-out. A native <details>, so that the first page needs no menu library. */
export const AccountMenu = ({ user }: { readonly user: User | null }) => {
	const { t } = useTranslation();
	const [theme, setTheme] = useTheme();
	const isSigningIn = useIsSigningIn();
	const { signOut } = useSignOut();
	const [isOpen, setOpen] = useState(false);
	const { key } = useLocation();
	const menu = useRef<HTMLDetailsElement>(null);
	useMenuDismissal(menu, isOpen, () => menu.current?.removeAttribute("open"));
	// The menu may have been opened before the page was hydrated.
	useEffect(() => setOpen(menu.current?.open ?? false), []);
	const shownKey = useRef(key);
	useEffect(() => {
		if (shownKey.current !== key) menu.current?.removeAttribute("open");
		shownKey.current = key;
	}, [key]);
	const name = user ? `${user.firstName} ${user.lastName}` : "";
	return (
		<details ref={menu} className={styles.account} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
			<summary>
				<span className="spoken">{user ? t("nav.account", { name }) : t("nav.more")}</span>
				{user ? (
					<Avatar userId={user.id} avatarVersion={user.avatarVersion} name={name} />
				) : (
					<Icon name="account" size={20} />
				)}
			</summary>
			<div className={styles.sheet}>
				{user?.isActive ? <Link to={paths.myAccount.to()}>{t("nav.myAccount")}</Link> : null}
				{user && canOpen("operator", user) ? <Link to={paths.operator.to()}>{t("nav.operator")}</Link> : null}
				{user || isSigningIn ? null : <LoginLink>{t("nav.signIn")}</LoginLink>}
				{(["system", "light", "dark"] as const).map((choice) => (
					<button key={choice} type="button" aria-pressed={theme === choice} onClick={() => setTheme(choice)}>
						{t(choice === "system" ? "nav.themeSystem" : choice === "light" ? "nav.themeLight" : "nav.themeDark")}
					</button>
				))}
				{LANGUAGES.map((language) => (
					<button
						key={language}
						type="button"
						lang={language}
						aria-pressed={language === LANGUAGE}
						onClick={() => void switchLanguage(language)}
					>
						{getLanguageName(language)}
					</button>
				))}
				{user ? (
					<button type="button" onClick={signOut}>
						{t("nav.signOut")}
					</button>
				) : null}
			</div>
		</details>
	);
};
