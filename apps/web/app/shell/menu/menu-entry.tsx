import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { MenuItem } from "./menu.ts";
import styles from "./menu-entry.module.css";
import { MenuLink } from "./menu-link.tsx";

/** The list is open while it has focus, so choosing a page must blur it. */
const blurTarget = ({ currentTarget }: MouseEvent<HTMLElement>) => currentTarget.blur();

/** A menu item; its pages appear below on hover or focus. */
export const MenuEntry = ({ item }: { readonly item: MenuItem }) => {
	const { t } = useTranslation();
	if (!item.pages) return <MenuLink item={item}>{t(item.label)}</MenuLink>;
	return (
		<div className={styles.entry}>
			<MenuLink item={item} onClick={blurTarget}>
				{t(item.label)}
			</MenuLink>
			<ul className={styles.pages}>
				{item.pages.map((page) => (
					<li key={page.to}>
						<Link to={page.to} onClick={blurTarget}>
							{t(page.label)}
						</Link>
					</li>
				))}
			</ul>
		</div>
	);
};
