# Completion of numbridge in bash.  The program itself knows what fits; it answers within a fifth
# of a second or not at all, and starts no daemon.

_numbridge() {
    local line=${COMP_LINE:0:COMP_POINT} word rest found i
    local -a words home=()
    read -ra words <<<"$line"
    # Behind a blank the word being typed is still empty.
    [[ $line == *[[:space:]] ]] && words+=("")
    for ((i = 1; i + 2 < ${#words[@]}; i++)); do
        [[ ${words[i]} == --home ]] && home=(--home "${words[i + 1]}")
    done
    word=${words[-1]}
    COMPREPLY=()
    while IFS= read -r found; do
        [[ -n $found ]] && COMPREPLY+=("$found")
    done < <("${words[0]/#\~/$HOME}" "${home[@]}" complete "${words[@]:1}" 2>/dev/null </dev/null)
    ((${#COMPREPLY[@]})) || return 0
    # bash takes what follows a '=' for a word of its own.
    rest=${word%"${word##*[=:]}"}
    [[ -z $rest ]] || COMPREPLY=("${COMPREPLY[@]#"$rest"}")
    # "givens=" goes on; so does the list of friends behind a comma.
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}
complete -o bashdefault -o default -F _numbridge numbridge
