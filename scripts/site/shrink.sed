# Makes pages of Doxygen a third smaller. It drops comments, what only old browsers need, end tags that HTML implies,
# second links to the same place, and attributes that style.css replaces. Links to a page of the manual as a file lead to
# the page.
s|"\([a-z_]*\)_8md\.html"|"page_docs_\1.html"|g
s|\("page_docs_[a-z]*\)__|\1_|g
/<meta.*\(IE=11\|generator\)/d
s| type="text/css"||
/mdescRight/s| *<a href="[^"]*">More\.\.\.</a><br />||
s|<!--[^>]*-->||g
s| type="text/javascript"||g
/^\/\* @license/d
/^<tr class="separator:/d
s|<tr class="mem[a-z]*:[^"]*">|<tr>|
s| align="right" valign="top"||g
s| valign="bottom"||g
s| class="markdownTableBodyNone"||g
s| class="markdownTableRow[A-Z][a-z]*"||g
s|</t[dr]>||g
s|^ *\(</*t[abdr]\)|\1|
s|&#160;| |g
