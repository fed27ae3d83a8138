# What Doxygen leaves out for screen readers and keyboards: the language, the parts of a page, names, and a focus for code
# and tables that scroll. A heading of a table that is empty is none.
s|<html xmlns="http://www.w3.org/1999/xhtml">|<html xmlns="http://www.w3.org/1999/xhtml" lang="en">|
s|<div id="titlearea">|<div id="titlearea" role="banner">|
s|<div id="main-nav">|<div id="main-nav" role="navigation" aria-label="Menu">|
s|<div id="side-nav"|& role="navigation" aria-label="Pages"|
s|<div id="doc-content">|<div id="doc-content" role="main">|
s|<div id="nav-path"|& role="contentinfo"|
s|id="MSearchField"|& aria-label="Search"|g
s|id="main-menu-state" type="checkbox"|& aria-label="Menu"|g
s|name="MSearchResults"|title="What was found" &|
s|<div class="fragment"|<div class="fragment" tabindex="0"|g
s|<pre class="fragment"|& tabindex="0"|g
s|<table class="markdownTable"|& tabindex="0"|g
s|<div class="title">|<div class="title" role="heading" aria-level="1">|
s|<div class="sm sm-dox">|<div class="sm sm-dox" role="navigation" aria-label="Menu of a small screen">|g
s|<th class="\(markdownTableHead[A-Za-z]*\)"> *</th>|<td class="\1"></td>|g
